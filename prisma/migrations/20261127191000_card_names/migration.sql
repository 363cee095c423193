-- What a member calls a card, and the tint they chose for it. Both are theirs alone: no rule reads them.
ALTER TABLE cards ADD COLUMN member_name character varying(30), ADD COLUMN tint character varying(10);
