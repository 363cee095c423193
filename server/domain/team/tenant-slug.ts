import { randomHex } from "@/server/platform/crypto";

const MAX_LENGTH = 40;

/** `Café Zürich & Söhne` → `cafe-zurich-sohne`. Text without any such email becomes `tenant-` and four digits. */
export function slugify(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, "");
  return slug || `tenant-${randomHex(2)}`;
}

/** For a slug that someone has. */
export function otherSlug(slug: string): string {
  return `${slug.slice(0, MAX_LENGTH - 7).replace(/-+$/, "")}-${randomHex(3)}`;
}
