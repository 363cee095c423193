-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "standing" BIGINT NOT NULL DEFAULT 0;

-- Counts that something changed which the requests of a tenant rest on, as the last thing before the change is committed. Then
-- it waits until every write that was let through before has been committed as well. Whoever makes the change is answered
-- after that, so nothing is committed later that rests on what was before. The lock is held during the commit alone.
CREATE FUNCTION "count_standing"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "tenant" text;
BEGIN
  IF TG_TABLE_NAME = 'tenants' THEN
    "tenant" := NEW."id";
  ELSIF TG_TABLE_NAME = 'merchant_keys' THEN
    SELECT m."tenant_id" INTO "tenant" FROM "merchants" m WHERE m."id" = NEW."merchant_id";
  ELSE
    "tenant" := NEW."tenant_id";
  END IF;
  UPDATE "tenants" SET "standing" = "standing" + 1 WHERE "id" = "tenant";
  PERFORM pg_advisory_xact_lock(hashtextextended('standing:' || "tenant", 0));
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "tenants_standing" AFTER UPDATE ON "tenants" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD."status", OLD."rate_limit_tier", OLD."keeps_live_bodies")
    IS DISTINCT FROM (NEW."status", NEW."rate_limit_tier", NEW."keeps_live_bodies"))
  EXECUTE FUNCTION "count_standing"();
CREATE CONSTRAINT TRIGGER "api_keys_standing" AFTER UPDATE ON "api_keys" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD."secret_hash", OLD."revoked_at" IS NULL, OLD."require_signature")
    IS DISTINCT FROM (NEW."secret_hash", NEW."revoked_at" IS NULL, NEW."require_signature"))
  EXECUTE FUNCTION "count_standing"();
CREATE CONSTRAINT TRIGGER "merchants_standing" AFTER UPDATE ON "merchants" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD."status" <> NEW."status") EXECUTE FUNCTION "count_standing"();
CREATE CONSTRAINT TRIGGER "merchant_keys_standing" AFTER UPDATE ON "merchant_keys" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD."secret_hash", OLD."revoked_at" IS NULL) IS DISTINCT FROM (NEW."secret_hash", NEW."revoked_at" IS NULL))
  EXECUTE FUNCTION "count_standing"();
CREATE CONSTRAINT TRIGGER "sandbox_clocks_standing" AFTER UPDATE ON "sandbox_clocks" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD."ahead_ms" <> NEW."ahead_ms") EXECUTE FUNCTION "count_standing"();

-- Whether nothing changed since these tenants were read. A change that comes later waits until the transaction has ended. Being
-- volatile, it looks after it has the locks, whenever the statement that asks began. Each tenant comes once, in the order of ids.
CREATE FUNCTION "stand_as_read"("ids" text[], "standings" bigint[]) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('standing:' || r."id", 0)) FROM unnest("ids") AS r("id");
  RETURN NOT EXISTS (SELECT FROM unnest("ids", "standings") AS r("id", "standing")
    WHERE (SELECT t."standing" FROM "tenants" t WHERE t."id" = r."id") IS DISTINCT FROM r."standing");
END $$;
