import { cutSlug, SLUG_ROOM, slugOfTitle } from "@/server/contracts/portal/public/tenant-slug";
import { randomHex } from "@/server/platform/crypto";

/** Falls back to `tenant-` and four hex digits. */
export function slugify(title: string): string {
  return slugOfTitle(title) || `tenant-${randomHex(2)}`;
}

/** For a slug that is taken. */
export function otherSlug(slug: string): string {
  return `${cutSlug(slug, SLUG_ROOM)}-${randomHex(3)}`;
}
