import { createHash } from "node:crypto";
import type { Brand } from "@/server/contracts/brand/looks";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { invalidField } from "../errors";
import { lockOwnTenant } from "../tenants";
import { readImage } from "./read-image";

interface StoredLogo {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface ShownTenant extends Brand {
  readonly title: string;
  readonly logoType: string | null;
}

const LOOKS = { accent: true, logoHash: true, logoWidth: true, logoHeight: true } as const;
const NO_LOOKS: Brand = { accent: null, logoHash: null, logoWidth: null, logoHeight: null };

export async function getBrand({ tenantId }: StaffCaller): Promise<Brand> {
  return (await getPrisma().tenantBrand.findUnique({ where: { tenantId }, select: LOOKS })) ?? NO_LOOKS;
}

/** Public, for everyone who has the tenant's id. */
export async function findShownTenant(input: { readonly tenantId: string }): Promise<ShownTenant | null> {
  const tenant = await getPrisma().tenant.findUnique({
    where: { id: input.tenantId },
    select: { title: true, brand: { select: { ...LOOKS, logoType: true } } },
  });
  return tenant && { title: tenant.title, ...(tenant.brand ?? { ...NO_LOOKS, logoType: null }) };
}

/** Public: invitation pages show it. Null if no tenant has this logo now. */
export async function findLogo({
  tenantId,
  hash,
}: {
  readonly tenantId: string;
  readonly hash: string;
}): Promise<StoredLogo | null> {
  const brand = await getPrisma().tenantBrand.findUnique({
    where: { tenantId, logoHash: hash },
    select: { logoType: true, logo: true },
  });
  return brand?.logo && brand.logoType ? { type: brand.logoType, bytes: brand.logo } : null;
}

/** Side of a logo in pixels: sharp enough, and no decompression bomb for a phone. */
const LOGO_SIDE = { least: 48, most: 2_048 } as const;
const LONGEST_SIDE = 4;
/** Digits of its hash that name a logo; they only need to be unique within a tenant. */
const HASH_DIGITS = 32;

/** Accent color of the wallet; null means the network's. Throws `not_permitted`, also in the public sandbox. */
export async function changeAccent(caller: StaffCaller, input: { readonly accent: string | null }): Promise<void> {
  await changeBrand(caller, async (db) => {
    const { accent } = input;
    const { tenantId, now } = caller;
    const before = await db.tenantBrand.findUnique({ where: { tenantId }, select: { accent: true } });
    if ((before?.accent ?? null) === accent) return;
    const changed = { accent, changedAt: now };
    await db.tenantBrand.upsert({ where: { tenantId }, create: { tenantId, ...changed }, update: changed });
    await recordChange(db, caller, "tenant.color_changed", { from: before?.accent ?? "none", to: accent ?? "none" });
  });
}

/** Goes by the file's own header; never decodes or changes it. Throws `validation_error` on `logo`, `not_permitted`. */
export async function changeLogo(caller: StaffCaller, input: { readonly logo: string }): Promise<void> {
  const file = Buffer.from(input.logo, "base64");
  const image = readImage(file);
  if (!image) throw invalidField("logo", "is no PNG, JPEG, or WebP image");
  const sides = [image.width, image.height];
  if (Math.min(...sides) < LOGO_SIDE.least || Math.max(...sides) > LOGO_SIDE.most) {
    throw invalidField("logo", `must be ${LOGO_SIDE.least} to ${LOGO_SIDE.most} pixels wide and high`);
  }
  if (Math.max(...sides) > Math.min(...sides) * LONGEST_SIDE) {
    throw invalidField("logo", `must be at most ${LONGEST_SIDE} times as wide as high, or as high as wide`);
  }
  const hash = createHash("sha256").update(file).digest("hex").slice(0, HASH_DIGITS);
  await changeBrand(caller, async (db) => {
    const { tenantId, now } = caller;
    const { type, width, height } = image;
    const before = await db.tenantBrand.findUnique({ where: { tenantId }, select: { logoHash: true } });
    if (before?.logoHash === hash) return;
    const picture = { logoHash: hash, logoType: type, logoWidth: width, logoHeight: height };
    const changed = { logo: new Uint8Array(file), ...picture, changedAt: now };
    await db.tenantBrand.upsert({ where: { tenantId }, create: { tenantId, ...changed }, update: changed });
    await recordChange(db, caller, "tenant.logo_changed", { width, height });
  });
}

/** Throws `not_permitted`. */
export async function removeLogo(caller: StaffCaller): Promise<void> {
  await changeBrand(caller, async (db) => {
    const nothing = { logo: null, logoHash: null, logoType: null, logoWidth: null, logoHeight: null };
    const removed = await db.tenantBrand.updateMany({
      where: { tenantId: caller.tenantId, logo: { not: null } },
      data: { ...nothing, changedAt: caller.now },
    });
    if (removed.count > 0) await recordChange(db, caller, "tenant.logo_removed", {});
  });
}

/** Locks the tenant: one change at a time. */
async function changeBrand(caller: StaffCaller, work: (db: PrismaTransaction) => Promise<void>): Promise<void> {
  requirePermission(caller, "manage_tenant");
  await inPrismaTransaction(async (db) => {
    await lockOwnTenant(db, caller);
    await work(db);
  });
}

async function recordChange(
  db: PrismaTransaction,
  caller: StaffCaller,
  action: string,
  details: Readonly<Record<string, string | number>>,
): Promise<void> {
  const subject = { kind: "tenant", id: caller.tenantId };
  await recordAudit(db, caller, { action, subject, environment: null, details });
}
