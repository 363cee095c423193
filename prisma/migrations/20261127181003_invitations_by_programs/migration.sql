-- A program of a tenant invites by its API key: no person does.
ALTER TABLE invitations ALTER COLUMN invited_by DROP NOT NULL;
