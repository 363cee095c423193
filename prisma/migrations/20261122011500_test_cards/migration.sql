-- AlterTable
ALTER TABLE "cards" ADD COLUMN     "always_declines_with" CHAR(2);

-- What Prisma's schema cannot say ------------------------------------------------------------------------------------

-- A card that declines everything is a test card: nobody's real money ever meets one.
ALTER TABLE "cards"
  ADD CONSTRAINT "cards_always_declining_is_a_test" CHECK (
    "always_declines_with" IS NULL
    OR ("environment" = 'test' AND "always_declines_with" IN ('05', '14', '51', '54', '57', '61', '62', '65')));
