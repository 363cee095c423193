-- What gives a payout back that the bank couldn't pay, and what a member's payout costs. By themselves: a value of an enum can be
-- used only after its transaction.
ALTER TYPE posting_kind ADD VALUE 'payout_return';
ALTER TYPE posting_kind ADD VALUE 'payout_fee';
