-- Who serves requests owns no table (decision 083), so partitions of logs are made and dropped by functions of the owner. They
-- take nothing but these two tables, and look names up where only the owner can put them.

CREATE FUNCTION "make_partition"("parent" text, "first_day" date, "days" integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' AS $$
DECLARE
  "moment" text := CASE "parent" WHEN 'request_records' THEN 'created_at' WHEN 'webhook_attempts' THEN 'started_at' END;
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

-- False: there is no such partition. What no partition takes (`_rest`) is none.
CREATE FUNCTION "drop_partition"("part" text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF "part" !~ '^(request_records|webhook_attempts)_[0-9]{8}$' OR NOT EXISTS (SELECT FROM pg_inherits
    WHERE inhrelid = to_regclass("part") AND inhparent IN ('request_records'::regclass, 'webhook_attempts'::regclass))
  THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', "part");
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION "make_partition"(text, date, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION "drop_partition"(text) FROM PUBLIC;
