CREATE TABLE "sandbox_clocks" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "ahead_ms" BIGINT NOT NULL,
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "sandbox_clocks_pkey" PRIMARY KEY ("tenant_id")
);

CREATE TABLE "sandbox_jumps" (
    "id" TEXT COLLATE "C" NOT NULL,
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "asked_as" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "arrived_at" TIMESTAMPTZ(3),

    CONSTRAINT "sandbox_jumps_pkey" PRIMARY KEY ("id")
);

-- A request moves a clock once, however often it is sent.
CREATE UNIQUE INDEX "sandbox_jumps_tenant_id_asked_as_key" ON "sandbox_jumps"("tenant_id", "asked_as");
-- A clock is on one way at a time.
CREATE UNIQUE INDEX "sandbox_jumps_one_open" ON "sandbox_jumps"("tenant_id") WHERE ("arrived_at" IS NULL);

ALTER TABLE "sandbox_clocks" ADD CONSTRAINT "sandbox_clocks_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sandbox_jumps" ADD CONSTRAINT "sandbox_jumps_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "sandbox_clocks"("tenant_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Never behind, and a year ahead at most (366 days).
ALTER TABLE "sandbox_clocks" ADD CONSTRAINT "sandbox_clocks_ahead" CHECK ("ahead_ms" BETWEEN 0 AND 31622400000);
ALTER TABLE "sandbox_jumps" ADD CONSTRAINT "sandbox_jumps_forward" CHECK ("to_at" > "from_at");

-- What has happened by a clock would lie in its future: it never goes back.
CREATE FUNCTION "refuse_clock_going_back"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a sandbox clock never goes back' USING ERRCODE = 'CL002';
END $$;

CREATE TRIGGER "sandbox_clocks_only_forward" BEFORE UPDATE ON "sandbox_clocks"
  FOR EACH ROW WHEN (NEW."ahead_ms" < OLD."ahead_ms") EXECUTE FUNCTION "refuse_clock_going_back"();
CREATE TRIGGER "sandbox_clocks_kept" BEFORE DELETE ON "sandbox_clocks"
  FOR EACH ROW EXECUTE FUNCTION "refuse_clock_going_back"();
