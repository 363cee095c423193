-- Money that a tenant brings for its members.
ALTER TYPE account_kind ADD VALUE 'float';
