-- Fundings of a file, some rows a turn.
ALTER TYPE bulk_act ADD VALUE 'fund_members';
