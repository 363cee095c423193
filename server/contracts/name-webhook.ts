export function nameWebhook({
  description,
  url,
}: {
  readonly description: string | null;
  readonly url: string;
}): string {
  if (description) return description;
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : `${host}${pathname}`;
}
