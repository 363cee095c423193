import { InvalidArgumentError } from "commander";

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** `30s`, `15m`, `12h`, `7d`, in seconds. */
export function parseDuration(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? 0);
  if (seconds === 0) throw new InvalidArgumentError("Write 30s, 15m, 12h, or 7d.");
  return seconds;
}

/** A span until now, or a time in ISO 8601. */
export function parseSince(text: string): Date {
  if (/^\d+[smhd]$/.test(text)) return new Date(Date.now() - parseDuration(text) * 1_000);
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError("Write 1h, 7d, or a time such as 2026-11-29T08:00:00Z.");
  return time;
}

export function parseDay(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError("Write a day such as 2026-11-29.");
  return text;
}

export function parseAmount(text: string): number {
  if (!/^\d{1,10}(\.\d{1,4})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError("Write an amount such as 12.50.");
  return Number(text);
}

export function parseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError("Write a URL such as http://localhost:4000/hook.");
  return text;
}

export function parseCount(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 100)
    throw new InvalidArgumentError("Write 1 to 100.");
  return Number(text);
}

export function parseKey(text: string): string {
  if (!/^[\x21-\x7e]{1,80}$/.test(text))
    throw new InvalidArgumentError("Write 1 to 80 letters, digits, and signs, without spaces.");
  return text;
}
