import { DomainError } from "./errors";

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface ParsedCsv {
  readonly rows: readonly CsvRow[];
  /** Line of an unclosed quote, whose cell swallows the rest of the file. */
  readonly openQuote: number | null;
}

const SEPARATORS = [",", ";", "\t"] as const;

/** RFC 4180, and spreadsheets' variants: a byte order mark, semicolons or tabs, a first line `sep=;`. Trims cells. */
export function parseCsv(text: string): ParsedCsv {
  const whole = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const said = /^sep=([,;\t])(\r\n|\r|\n|$)/i.exec(whole);
  if (!said) return readRows(whole, findSeparator(whole), 1);
  return readRows(whole.slice(said[0].length), said[1] ?? ",", 2);
}

/** The most frequent separator, outside of quotes, in the first line that isn't empty. */
function findSeparator(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let [isQuoted, isEmpty] = [false, true];
  for (const letter of text) {
    if (!isQuoted && /[\r\n]/.test(letter)) {
      if (!isEmpty) break;
      continue;
    }
    isEmpty = false;
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const countOf = (separator: string) => counts.get(separator) ?? 0;
  return SEPARATORS.reduce((best, next) => (countOf(next) > countOf(best) ? next : best), ",");
}

function readRows(text: string, separator: string, firstLine: number): ParsedCsv {
  const rows: CsvRow[] = [];
  let [line, beganOn] = [firstLine, firstLine];
  let openQuote: number | null = null;
  let [cells, cell, hasQuotes]: [string[], string, boolean] = [[], "", false];
  const endCell = () => {
    cells.push(cell.trim());
    [cell, hasQuotes] = ["", false];
  };
  const endRow = () => {
    endCell();
    if (cells.some((written) => written !== "")) rows.push({ line: beganOn, cells });
    cells = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const next = text.charAt(at + 1);
    const isBreak = letter === "\n" || (letter === "\r" && next !== "\n");
    if (isBreak) line += 1;
    if (openQuote !== null) {
      if (letter !== '"') cell += letter;
      else if (next !== '"') openQuote = null;
      else {
        cell += letter;
        at += 1;
      }
    } else if (letter === '"' && !hasQuotes && cell.trim() === "") {
      openQuote = line;
      [cell, hasQuotes] = ["", true];
    } else if (letter === separator) {
      endCell();
    } else if (isBreak) {
      endRow();
      beganOn = line;
    } else {
      cell += letter;
    }
  }
  endRow();
  return { rows, openQuote };
}

/** A file that is typed or chosen in a form can't be read as a whole. */
export function refuseText(message: string): DomainError {
  const field = "text";
  return new DomainError("validation_error", message, { field, details: { issues: [{ field, message }] } });
}
