-- A root names itself, which needs no look: only what an increment names is looked for. `root_id` then follows from the row.
-- AddForeignKey
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "authorizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "authorizations"
  DROP CONSTRAINT "authorizations_root_is_its_own",
  ADD CONSTRAINT "authorizations_root_is_its_own" CHECK ("root_id" = coalesce("parent_id", "id") AND "parent_id" <> "id");

-- DropForeignKey
ALTER TABLE "authorizations" DROP CONSTRAINT "authorizations_root_id_fkey";
