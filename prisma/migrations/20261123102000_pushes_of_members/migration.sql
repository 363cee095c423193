-- Of whom it tells: asked again when it is sent. Null: a test, which tells of nobody.
ALTER TABLE "push_messages" ADD COLUMN "member_id" TEXT COLLATE "C";
