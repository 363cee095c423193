CREATE TABLE "tenant_brands" (
    "tenant_id" TEXT COLLATE "C" NOT NULL,
    "accent" TEXT,
    "logo" BYTEA,
    "logo_hash" TEXT,
    "logo_type" TEXT,
    "logo_width" INTEGER,
    "logo_height" INTEGER,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_brands_pkey" PRIMARY KEY ("tenant_id")
);

ALTER TABLE "tenant_brands" ADD CONSTRAINT "tenant_brands_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- It goes into the style sheet of pages.
ALTER TABLE "tenant_brands" ADD CONSTRAINT "tenant_brands_accent" CHECK ("accent" ~ '^#[0-9a-f]{6}$');
-- A logo is there in whole or not at all, and no larger than a page should load.
ALTER TABLE "tenant_brands" ADD CONSTRAINT "tenant_brands_logo" CHECK (
  num_nonnulls("logo", "logo_hash", "logo_type", "logo_width", "logo_height") IN (0, 5) AND octet_length("logo") <= 131072);
