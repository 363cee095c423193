/** What is not kept for good, by the name that the setting has for it: how many days, and how few a setting may say. */
export const KEPT_DAYS = {
  /** A developer looks for yesterday's mistake; last week's at least. */
  requests: { days: 30, least: 7 },
  /** Retries go on for 39 hours, and a delivery can be retried by hand; what was sent is looked up after that. */
  attempts: { days: 90, least: 14 },
  /** Past the last chargeback, for which card schemes give up to 540 days. */
  events: { days: 730, least: 540 },
  /** A session lasts 30 days at most. */
  sessions: { days: 90, least: 31 },
  /** A link works for an hour. */
  resets: { days: 30, least: 2 },
  /** A link works for a week. */
  invitations: { days: 365, least: 14 },
  /** A person is notified of one cause once, for as long as the notification is there. */
  notifications: { days: 365, least: 90 },
  /** Sending is tried for half a day. */
  emails: { days: 30, least: 3 },
  /** A report is made again in minutes. */
  reports: { days: 7, least: 1 },
} as const;

export type KeptName = keyof typeof KEPT_DAYS;

type Given = { readonly [Name in KeptName]?: number };

const isKeptName = (text: string): text is KeptName => Object.hasOwn(KEPT_DAYS, text);

/** Reads `requests=60,emails=7`; what is wrong with it, as a sentence, where something is. */
export function parseKeptDays(text: string): Given | string {
  const given: { [Name in KeptName]?: number } = {};
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
