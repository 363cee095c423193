/** Pages whose URL is a secret. They need no sign-in, and offer one themselves. */
const SECRET = /^\/(invite|reset)\//;

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/**
 * The sign-in URL that returns to this page. Pages with a secret URL are just reopened, because a secret must not appear in a
 * query string.
 */
export function signInAgainAt({ pathname, search }: Place, reason: "ended" | "left" = "left"): string {
  if (SECRET.test(pathname)) return pathname + search;
  const query = new URLSearchParams({ ...(reason === "ended" ? { ended: "1" } : {}), next: pathname + search });
  return `/sign-in?${query}`;
}

/** The second-factor URL that returns to this page, or home if the page's URL is a secret. */
export function secondFactorAt({ pathname, search }: Place): string {
  if (SECRET.test(pathname)) return "/second-factor";
  return `/second-factor?${new URLSearchParams({ next: pathname + search })}`;
}
