-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "has_letter" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "source" TEXT;

-- CreateIndex
CREATE INDEX "invitations_email_created_at_idx" ON "invitations"("email", "created_at");

