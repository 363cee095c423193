import { DomainError } from "@/server/domain/errors";

/** A double keeps 15 significant digits of any number; with fewer, and without an exponent, nothing can change. */
const MAY_CHANGE = /\d[\d.]{15}|\d[eE]/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],:]/g;

/** Sign, digits without zeros at either end, and the power of ten of the last digit: one form for each value. */
function canonical(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`;
}

function isExact(number: string): boolean {
  const read = Number(number);
  return Number.isFinite(read) && canonical(number) === canonical(String(read));
}

/**
 * Throws `validation_error` where a number of this valid JSON would come back as another, such as an order number of 17 digits:
 * two requests that differ in it alone would count as one. Named by the top field that holds it.
 */
export function requireExactNumbers(json: string): void {
  if (!MAY_CHANGE.test(json)) return;
  let depth = 0;
  let field: string | null = null;
  let last = "";
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (token === ":" && depth === 1) field = String(JSON.parse(last));
    else if (/^[-\d]/.test(token) && !isExact(token)) throw changed(token, field);
    last = token;
  }
}

const SHOWN = 40;

function changed(number: string, field: string | null): DomainError {
  const shown = number.length > SHOWN ? `${number.slice(0, SHOWN)}…` : number;
  const message = `${shown} would come back as ${Number(number)}. Send a number of at most 15 digits, or a string.`;
  return new DomainError("validation_error", field === null ? message : `${field}: ${message}`, {
    ...(field === null ? {} : { field: field.slice(0, 64).toWellFormed() }),
    details: { issues: [{ field, message }] },
  });
}
