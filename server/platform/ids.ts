import { randomFillSync, randomInt } from "node:crypto";
import type { z } from "zod";

/** 17 characters, `[0-9A-Za-z]`. Generated ids sort by time: 8 base58 digits of milliseconds, then 9 random ones. */
export type RecordId = string & z.$brand<"RecordId">;

/** 17 printable characters that stand for a card; ours are random base58. Grants spending power, so it is masked in logs. */
export type PanToken = string & z.$brand<"PanToken">;

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const TIME_DIGITS = 8;
const RECORD_ID_LENGTH = 17;
const RECORD_ID = /^[0-9A-Za-z]{17}$/;
const PAN_TOKEN = /^[\x20-\x7e]{17}$/;

/** Random bytes are cheap in bulk and expensive one by one. Each is used once. */
const random = Buffer.alloc(4_096);
let used = random.length;

/** Bytes from here on are skipped, so that all 58 letters are equally likely. */
const UNEVEN = 4 * 58;

function randomBase58(length: number): string {
  let text = "";
  while (text.length < length) {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    const byte = random[used++] ?? UNEVEN;
    if (byte < UNEVEN) text += BASE58.charAt(byte % 58);
  }
  return text;
}

function timeBase58(milliseconds: number): string {
  let rest = milliseconds;
  let text = "";
  for (let i = 0; i < TIME_DIGITS; i += 1) {
    text = BASE58.charAt(rest % 58) + text;
    rest = Math.floor(rest / 58);
  }
  return text;
}

export function newRecordId(at: Date): RecordId {
  return (timeBase58(at.getTime()) + randomBase58(RECORD_ID_LENGTH - TIME_DIGITS)) as RecordId;
}

/** Of one moment, so many, in the order of their text: records of a list stay in its order. */
export function newRecordIds(at: Date, count: number): RecordId[] {
  return Array.from({ length: count }, () => newRecordId(at)).sort();
}

/** Before every id that is generated at this time or later, and after all of earlier ones. */
export function recordIdsFrom(at: Date): string {
  const milliseconds = Math.max(0, at.getTime());
  return milliseconds < 58 ** TIME_DIGITS ? timeBase58(milliseconds) : "~";
}

/** Creation time of a generated id; null for a seeded id with letters that generated ids don't use. */
export function timeOfRecordId(id: RecordId): Date | null {
  let milliseconds = 0;
  for (const letter of id.slice(0, TIME_DIGITS)) {
    const digit = BASE58.indexOf(letter);
    if (digit < 0) return null;
    milliseconds = milliseconds * 58 + digit;
  }
  return new Date(milliseconds);
}

export function newPanToken(): PanToken {
  return randomBase58(RECORD_ID_LENGTH) as PanToken;
}

export function isRecordId(text: string): text is RecordId {
  return RECORD_ID.test(text);
}

/** For text that has been validated or is fixed by a seed. Throws for anything else. */
export function parseRecordId(text: string): RecordId {
  if (!isRecordId(text)) throw new TypeError("not a record id");
  return text;
}

export function parsePanToken(text: string): PanToken {
  if (!PAN_TOKEN.test(text)) throw new TypeError("not a pan token");
  return text as PanToken;
}

export function newApprovalCode(): string {
  return randomInt(1_000_000).toString().padStart(6, "0");
}
