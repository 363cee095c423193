-- What takes a funding back. By itself: a value of an enum can be used only after its transaction.
ALTER TYPE posting_kind ADD VALUE 'funding_reversal';
