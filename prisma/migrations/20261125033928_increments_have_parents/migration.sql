-- A root names itself, which needs no look: only what an increment names is looked for. `root_id` then follows from the row.
-- In one statement, which takes its lock at once: payments that are under way can't come between.
ALTER TABLE "authorizations"
  DROP CONSTRAINT "authorizations_root_is_its_own",
  ADD CONSTRAINT "authorizations_root_is_its_own" CHECK ("root_id" = coalesce("parent_id", "id") AND "parent_id" <> "id"),
  ADD CONSTRAINT "authorizations_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  DROP CONSTRAINT "authorizations_root_id_fkey";
