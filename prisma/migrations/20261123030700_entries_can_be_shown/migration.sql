-- Blocks hash their entries as a tree from now on, so that one can be shown without the others.
ALTER TABLE "book_blocks" ADD COLUMN "salt" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "entry_groups" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
CREATE INDEX "book_blocks_to_entry_number_idx" ON "book_blocks"("to_entry", "number");
