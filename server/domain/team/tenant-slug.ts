import { cutSlug, SLUG_ROOM, slugOfTitle } from "@/server/contracts/portal/public/tenant-slug";
import { randomHex } from "@/server/platform/crypto";

/** The title as an address has it. Text without any of that becomes `tenant-` and four digits. */
export function slugify(title: string): string {
  return slugOfTitle(title) || `tenant-${randomHex(2)}`;
}

/** For a slug that someone has. */
export function otherSlug(slug: string): string {
  return `${cutSlug(slug, SLUG_ROOM)}-${randomHex(3)}`;
}
