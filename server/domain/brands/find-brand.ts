import type { Brand } from "@/server/contracts/brand/looks";
import { getPrisma } from "@/server/db/prisma";
import type { StaffCaller } from "../caller";

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
