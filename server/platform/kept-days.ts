/** Default and minimum retention in days, by the name used in RETENTION_DAYS. */
export const KEPT_DAYS = {
  /** Long enough to debug last week's mistake. */
  requests: { days: 30, least: 7 },
  /** Retries last 39 hours, and deliveries can be retried by hand and looked up afterward. */
  attempts: { days: 90, least: 14 },
  /** Beyond the last chargeback, for which card schemes allow up to 540 days. */
  events: { days: 730, least: 540 },
  /** A session lasts up to 30 days. */
  sessions: { days: 90, least: 31 },
  /** A reset link works for an hour. */
  resets: { days: 30, least: 2 },
  /** An invitation link works for a week. */
  invitations: { days: 365, least: 14 },
  /** A person isn't notified again of the same cause while the notification exists. */
  notifications: { days: 365, least: 90 },
  /** Emails are retried for half a day. */
  emails: { days: 30, least: 3 },
  /** A report can be regenerated in minutes. */
  reports: { days: 7, least: 1 },
} as const;

export type RetentionName = keyof typeof KEPT_DAYS;

type Given = { readonly [Name in RetentionName]?: number };

const isKeptName = (text: string): text is RetentionName => Object.hasOwn(KEPT_DAYS, text);

/** Parses `requests=60,emails=7`. Returns a sentence if it is wrong. */
export function parseKeptDays(text: string): Given | string {
  const given: { [Name in RetentionName]?: number } = {};
  for (const part of text.split(",")) {
    const [name = "", digits = ""] = part.trim().split("=");
    if (!isKeptName(name)) return `it names ${name || "nothing"}; it can name ${Object.keys(KEPT_DAYS).join(", ")}`;
    const days = Number(digits);
    const { least } = KEPT_DAYS[name];
    if (!/^\d{1,5}$/.test(digits) || days < least) return `${name} must be a number of days, at least ${least}`;
    given[name] = days;
  }
  return given;
}
