const FORMAT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** A moment, in UTC. */
export function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{`${FORMAT.format(new Date(at))} UTC`}</time>;
}
