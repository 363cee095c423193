ALTER TABLE "users" ADD COLUMN "guesses_noticed_at" TIMESTAMPTZ(3);
