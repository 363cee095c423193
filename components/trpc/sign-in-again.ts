/** Pages whose address is a secret. They stand without a sign-in, and offer one themselves. */
const SECRET = /^\/(invite|reset)\//;

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** Where to sign in so as to come back to this page. A secret gets into no query: its page is opened again as it is. */
export function signInAgainAt({ pathname, search }: Place, reason: "ended" | "left" = "left"): string {
  if (SECRET.test(pathname)) return pathname + search;
  const query = new URLSearchParams({ ...(reason === "ended" ? { ended: "1" } : {}), next: pathname + search });
  return `/sign-in?${query}`;
}

/** Where to set up a second factor so as to come back to this page; back home from one whose address is a secret. */
export function secondFactorAt({ pathname, search }: Place): string {
  if (SECRET.test(pathname)) return "/second-factor";
  return `/second-factor?${new URLSearchParams({ next: pathname + search })}`;
}
