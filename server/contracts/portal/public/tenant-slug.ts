const MAX_LENGTH = 40;

/**
 * `Café Zürich & Söhne` → `cafe-zurich-sohne`, cut at a word if too long. Empty for a title without Latin letters or digits.
 */
export function slugOfTitle(title: string): string {
  const whole = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return cutSlug(whole, MAX_LENGTH);
}

/** Cuts at the end of a word, or within the first one if it is too long. */
export function cutSlug(slug: string, most: number): string {
  if (slug.length <= most) return slug;
  const end = slug.lastIndexOf("-", most);
  return slug.slice(0, end > 0 ? end : most);
}

/** Leaves room for a random suffix if the slug is taken. */
export const SLUG_ROOM = MAX_LENGTH - 7;
