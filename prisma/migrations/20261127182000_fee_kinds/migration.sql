-- Where fees go, and what moves them. By itself: a value of an enum can be used only after its transaction.
ALTER TYPE account_kind ADD VALUE 'fees';
ALTER TYPE posting_kind ADD VALUE 'fee';
