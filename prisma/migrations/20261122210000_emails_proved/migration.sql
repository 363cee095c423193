ALTER TABLE "users" ADD COLUMN "email_proved_at" TIMESTAMPTZ(3);

-- Made by who has the server, publicly known, or back in by a link that their email got.
UPDATE "users" u SET "email_proved_at" = u."created_at"
WHERE u."is_shared"
  OR EXISTS (SELECT 1 FROM "roles" r WHERE r."user_id" = u."id" AND r."kind" = 'network_operator')
  OR EXISTS (SELECT 1 FROM "audit_records" a WHERE a."user_id" = u."id" AND a."action" = 'password.reset');
