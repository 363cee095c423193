const MAX_LENGTH = 40;

/**
 * `Café Zürich & Söhne` → `cafe-zurich-sohne`, cut at a word where it is too long. Empty for a title without any letter or
 * digit of Latin script.
 */
export function slugOfTitle(title: string): string {
  const whole = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return cutSlug(whole, MAX_LENGTH);
}

/** At most that long, at the end of a word; within one only where it is the first. */
export function cutSlug(slug: string, most: number): string {
  if (slug.length <= most) return slug;
  const end = slug.lastIndexOf("-", most);
  return slug.slice(0, end > 0 ? end : most);
}

/** What a random end adds to a slug that someone has, so that it is still short enough. */
export const SLUG_ROOM = MAX_LENGTH - 7;
