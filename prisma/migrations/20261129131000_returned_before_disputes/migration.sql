ALTER TABLE disputes ADD COLUMN returned_before_minor bigint DEFAULT 0 NOT NULL;

-- Of old rows only times tell.
UPDATE disputes d SET returned_before_minor = before.returned_minor
FROM (
  SELECT d.id, sum(v.voided_minor + v.refunded_minor)::bigint AS returned_minor
  FROM disputes d JOIN reversals v ON v.root_id = d.authorization_id AND v.created_at < d.created_at GROUP BY d.id
) before
WHERE d.id = before.id;

-- Under the lock that every refund and void takes, so that each comes before the dispute or since, whatever clock dated it.
CREATE FUNCTION keep_returned_before() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  SELECT family_voided_minor + family_refunded_minor INTO STRICT NEW.returned_before_minor
  FROM authorizations WHERE id = NEW.authorization_id FOR NO KEY UPDATE;
  RETURN NEW;
END
$$;
CREATE TRIGGER disputes_keep_returned_before BEFORE INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION keep_returned_before();
