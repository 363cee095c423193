-- Why neither body of a request is there, where that is no setting.
CREATE TYPE "unkept_because" AS ENUM ('too_much', 'busy', 'erased');
ALTER TABLE "request_bodies" ADD COLUMN "unkept_because" "unkept_because";
ALTER TABLE "request_bodies" ADD CONSTRAINT "request_bodies_unkept_check"
  CHECK ("unkept_because" IS NULL OR ("request_body" IS NULL AND "response_body" IS NULL));
