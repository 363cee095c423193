import { randomFillSync, randomInt } from "node:crypto";
import type { z } from "zod";

/** 17 characters, `[0-9A-Za-z]`. Generated ones sort by time: 8 base58 digits of milliseconds, 9 random. */
export type RecordId = string & z.$brand<"RecordId">;

/** 17 printable characters that stand for a card; ours are random base58. A bearer of spending power: masked in logs. */
export type PanToken = string & z.$brand<"PanToken">;

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const TIME_DIGITS = 8;
const RECORD_ID_LENGTH = 17;
const RECORD_ID = /^[0-9A-Za-z]{17}$/;
const PAN_TOKEN = /^[\x20-\x7e]{17}$/;

/** Random bytes are cheap by the thousand and dear one by one; each is used once. */
const random = Buffer.alloc(4_096);
let used = random.length;

/** A byte stands for one of 58 letters as often as for any other: those from here on are passed over. */
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

/** When a generated id was made; null for one that a seed fixed by hand in letters that no generated id has. */
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

/** For text that a parser of ours has already let through, or that a seed fixes by hand. Throws on anything else. */
export function parseRecordId(text: string): RecordId {
  if (!isRecordId(text)) throw new TypeError("not a record id");
  return text;
}

export function parsePanToken(text: string): PanToken {
  if (!PAN_TOKEN.test(text)) throw new TypeError("not a pan token");
  return text as PanToken;
}

/** Six random digits, as printed on receipts. */
export function newApprovalCode(): string {
  return randomInt(1_000_000).toString().padStart(6, "0");
}
