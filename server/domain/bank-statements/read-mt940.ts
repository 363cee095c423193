import { type Currency, isCurrency } from "@/server/platform/money";
import { plainText, type ReadLine, type ReadStatement, readDay, readMinor, refuseFile } from "./read-statement";

/**
 * SWIFT's customer statement. Of the kept readers, the maintained one rounds every amount to two decimals, which loses a third
 * of dinars; the others were last changed years ago.
 */

interface Field {
  /** `61`, `60F`: the letter is kept. */
  readonly tag: string;
  /** Of the file. */
  readonly row: number;
  readonly text: string;
}

/** Throws `validation_error`. */
export function readMt940(text: string): ReadStatement[] {
  const messages: Field[][] = [];
  for (const field of readFields(text)) {
    if (field.tag === "20") messages.push([]);
    messages.at(-1)?.push(field);
  }
  if (messages.length === 0) throw refuseFile("The file has no statement: none of its lines begins with :20:.");
  return messages.map(readMessage);
}

/** A field goes on until the next tag. Headers and ends of messages are no part of it. */
function readFields(text: string): Field[] {
  const fields: { tag: string; row: number; text: string }[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const [begun, tag] = /^:(\d\d[A-Z]?):/.exec(line) ?? [];
    if (begun !== undefined && tag !== undefined) fields.push({ tag, row: index + 1, text: line.slice(begun.length) });
    else if (line === "-" || line.startsWith("-}") || line.startsWith("{"))
      fields.push({ tag: "", row: index + 1, text: "" });
    else if (line !== "") {
      const last = fields.at(-1);
      if (last) last.text += `\n${line}`;
    }
  }
  return fields;
}

function readMessage(fields: readonly Field[]): ReadStatement {
  const find = (...tags: readonly string[]) => fields.find(({ tag }) => tags.includes(tag));
  const name = find("28C", "28")?.text.trim() ?? "";
  const [opening, closing] = [balanceOf(find("60F", "60M"), name), balanceOf(find("62F", "62M"), name)];
  const { currency } = opening;
  if (closing.currency !== currency)
    throw refuseFile(`Statement ${name} opens in ${currency} and closes in ${closing.currency}.`);
  const lines = fields.flatMap((field, index) => {
    if (field.tag !== "61") return [];
    const next = fields[index + 1];
    return [readLine(field, next?.tag === "86" ? next.text : "", currency)];
  });
  const days = [...lines.map(({ bookedOn }) => bookedOn), closing.on].sort();
  return {
    format: "mt940",
    accountNumber: find("25", "25P")?.text.split("\n")[0]?.trim() ?? "",
    currency,
    number: plainText(name, 35),
    fromOn: days[0] ?? closing.on,
    toOn: days.at(-1) ?? closing.on,
    lines,
    openingMinor: opening.minor,
    closingMinor: closing.minor,
  };
}

function balanceOf(field: Field | undefined, name: string) {
  if (!field) throw refuseFile(`Statement ${name} has no opening balance (:60F:) or no closing one (:62F:).`);
  const [, mark, day = "", currency = "", amount = ""] = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(field.text) ?? [];
  const on = dayOf(day);
  if (!isCurrency(currency) || on === null) throw refuseFile(`Line ${field.row}: :${field.tag}: isn’t a balance.`);
  const minor = amountOf(amount, currency, field);
  return { currency, on, minor: mark === "D" ? -minor : minor };
}

const dayOf = (text: string) => readDay(text.replace(/^(\d\d)(\d\d)(\d\d)$/, "20$1-$2-$3"));

function amountOf(text: string, currency: Currency, { row, tag }: Field): bigint {
  const minor = readMinor(text.replace(",", "."), currency);
  if (minor === null) throw refuseFile(`Line ${row}: ${text || "nothing"} in :${tag}: isn’t an amount in ${currency}.`);
  return minor;
}

/** Value date, day of booking, sign, amount, type, the owner's reference, and the bank's. */
const LINE = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?([\d,]{1,15})[A-Z][A-Z0-9]{3}([^\n]*)/;

function readLine(field: Field, details: string, currency: Currency): ReadLine {
  const [, value = "", booked, mark = "", amount = "", references = ""] = LINE.exec(field.text) ?? [];
  const valueOn = dayOf(value);
  const bookedOn = valueOn && (booked === undefined ? valueOn : bookedOnOf(booked, valueOn));
  if (!bookedOn) throw refuseFile(`Line ${field.row}: :61: isn’t a line of a statement.`);
  const minor = amountOf(amount, currency, field);
  const [reference = "", bankReference = ""] = references.split("//");
  const told = readDetails(details);
  return {
    bookedOn,
    valueOn,
    amountMinor: mark === "C" || mark === "RD" ? minor : -minor,
    bankReference: plainText(known(bankReference), 64),
    counterpartyName: plainText(told.name, 140),
    counterpartyNumber: plainText(told.number, 42),
    text: plainText(told.text, 500) ?? "",
    endToEndId: plainText(known(told.endToEndId) ?? known(reference), 64),
    returnReason: plainText(told.returnReason, 140),
  };
}

/** It has no year: the one that lies closest to the value date. */
function bookedOnOf(booked: string, valueOn: string): string | null {
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueOn));
  const year = Number(valueOn.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap(
    (one) => readDay(`${one}-${booked.slice(0, 2)}-${booked.slice(2)}`) ?? [],
  );
  return days.sort((one, two) => away(one) - away(two))[0] ?? null;
}

const known = (text: string | undefined) => (/^(NONREF|NOTPROVIDED)?$/.test(text?.trim() ?? "") ? undefined : text);

interface Told {
  readonly name?: string | undefined;
  readonly number?: string | undefined;
  readonly text: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly returnReason?: string | undefined;
}

/** Tag 86: by the German standard (`166?20…`), with named fields (`/REMI/…`), or as it is. */
function readDetails(details: string): Told {
  const whole = details.replaceAll("\n", "");
  const [, separator] = /^\d{3}([?>])\d\d/.exec(whole) ?? [];
  if (separator) return readNumbered(whole.slice(3).split(separator).slice(1));
  if (/^\/[A-Z]{2,4}\//.test(whole)) return readNamed(whole);
  return { text: details };
}

function readNumbered(parts: readonly string[]): Told {
  const of = (...codes: readonly string[]) =>
    parts.flatMap((part) => (codes.includes(part.slice(0, 2)) ? [part.slice(2)] : []));
  const written = parts.flatMap((part) => (/^(2\d|6[0-3])/.test(part) ? [part.slice(2)] : [])).join("");
  const fields = pairs(written, /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/);
  const text = fields.size === 0 ? written : fields.get("SVWZ");
  return {
    name: of("32", "33").join(" "),
    number: of("31")[0],
    text,
    endToEndId: fields.get("EREF"),
    returnReason: /^RETURN[ /,:]*([A-Z]{2}\d{2})/.exec(text ?? "")?.[1],
  };
}

function readNamed(whole: string): Told {
  const fields = pairs(whole, /\/([A-Z]{2,4})\//);
  return {
    name: fields.get("NAME"),
    number: fields.get("IBAN"),
    text: fields.get("REMI") ?? whole,
    endToEndId: fields.get("EREF"),
    returnReason: fields.get("RTRN"),
  };
}

/** The texts between names, by the name before each. */
function pairs(text: string, name: RegExp): ReadonlyMap<string, string> {
  const [, ...pieces] = text.split(name);
  const found = new Map<string, string>();
  for (let at = 0; at + 1 < pieces.length; at += 2) found.set(pieces[at] ?? "", (pieces[at + 1] ?? "").trim());
  return found;
}
