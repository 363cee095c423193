-- AlterTable
ALTER TABLE "invitations" ADD COLUMN "member_id" TEXT COLLATE "C";

-- CreateIndex
CREATE INDEX "invitations_member_id_idx" ON "invitations"("member_id");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- To a team, or to the wallet of one member.
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_role_check";
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_check"
  CHECK ("role" <> 'network_operator' AND ("role" = 'member') = ("member_id" IS NOT NULL));
