-- What requests and answers said stands beside the log, not in it: the log is looked through row by row (decision 105).
ALTER TABLE "tenants" ADD COLUMN "keeps_live_bodies" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "request_bodies" (
    "id" TEXT COLLATE "C" NOT NULL,
    "request_body" TEXT,
    "request_bytes" INTEGER NOT NULL,
    "response_body" TEXT,
    "response_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_bodies_pkey" PRIMARY KEY ("id", "created_at")
) PARTITION BY RANGE ("created_at");
CREATE TABLE "request_bodies_rest" PARTITION OF "request_bodies" DEFAULT;

-- As before, of three tables.
CREATE OR REPLACE FUNCTION "make_partition"("parent" text, "first_day" date, "days" integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' AS $$
DECLARE
  "moment" text := CASE "parent" WHEN 'request_records' THEN 'created_at' WHEN 'request_bodies' THEN 'created_at'
    WHEN 'webhook_attempts' THEN 'started_at' END;
  "rest" text := "parent" || '_rest';
  "part" text := "parent" || '_' || to_char("first_day", 'YYYYMMDD');
  "from_at" timestamptz := "first_day"::timestamptz;
  "to_at" timestamptz := ("first_day" + "days")::timestamptz;
BEGIN
  IF "moment" IS NULL OR "days" NOT IN (1, 7) THEN
    RAISE EXCEPTION '% has no partitions of % days', "parent", "days";
  END IF;
  -- Nobody else makes it meanwhile, and nothing is added to the rest that would belong here.
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', "rest");
  IF to_regclass("part") IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', "part", "parent");
  EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= $1 AND %I < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved',
    "rest", "moment", "moment", "part") USING "from_at", "to_at";
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', "parent", "part", "from_at", "to_at");
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION "drop_partition"("part" text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF "part" !~ '^(request_records|request_bodies|webhook_attempts)_[0-9]{8}$' OR NOT EXISTS (SELECT FROM pg_inherits
    WHERE inhrelid = to_regclass("part")
      AND inhparent IN ('request_records'::regclass, 'request_bodies'::regclass, 'webhook_attempts'::regclass))
  THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', "part");
  RETURN true;
END $$;
