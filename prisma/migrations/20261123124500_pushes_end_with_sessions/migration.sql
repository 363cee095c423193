-- Who is signed out gets nothing, however that came: the session's device goes in the same transaction, with what was on its
-- way there.
CREATE FUNCTION "end_pushes_of_session"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "push_devices" WHERE "session_id" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "portal_sessions_end_pushes" AFTER UPDATE OF "revoked_at" ON "portal_sessions"
  FOR EACH ROW WHEN (NEW."revoked_at" IS NOT NULL) EXECUTE FUNCTION "end_pushes_of_session"();

-- Of sessions that ended before.
DELETE FROM "push_devices" d USING "portal_sessions" s WHERE s."id" = d."session_id" AND s."revoked_at" IS NOT NULL;
