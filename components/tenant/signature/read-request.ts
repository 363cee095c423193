export interface PastedRequest {
  readonly method: string;
  /** As pasted: may contain a query, or be a full URL. */
  readonly path: string;
  /** One per line: `Name: value`. */
  readonly headers: string;
  readonly body: string;
}

const METHOD_LINE = /^(GET|POST|PUT|PATCH|DELETE|HEAD)\s+(\S+)(\s+HTTP\/[\d.]+)?\s*$/i;
const HEADER_LINE = /^[A-Za-z0-9-]+:/;

/** Parses a curl command or a raw HTTP request. Null if it is neither. */
export function readRequest(text: string): PastedRequest | null {
  const trimmed = text.trimStart();
  return /^\$?\s*curl\s/.test(trimmed) ? readCurl(trimmed.replace(/^\$\s*/, "")) : readRaw(trimmed);
}

function readRaw(text: string): PastedRequest | null {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  const body = end ? text.slice(end.index + end[0].length) : "";
  const lines = head.split(/\r?\n/);
  const [, method, path] = METHOD_LINE.exec(lines[0] ?? "") ?? [];
  const headers = method ? lines.slice(1) : lines;
  if (!method && !headers.every((line) => HEADER_LINE.test(line))) return null;
  return { method: method?.toUpperCase() ?? "POST", path: path ?? "", headers: headers.join("\n"), body };
}

/** curl options whose value is skipped. */
const WITH_VALUE = new Set([
  "-o",
  "--output",
  "-u",
  "--user",
  "-A",
  "--user-agent",
  "-m",
  "--max-time",
  "-w",
  "--cacert",
]);
const DATA = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"]);

function readCurl(text: string): PastedRequest {
  const words = splitWords(text).slice(1);
  const headers: string[] = [];
  const data: string[] = [];
  let method: string | null = null;
  let path = "";
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? "";
    const value = () => {
      i += 1;
      return words[i] ?? "";
    };
    if (word === "-X" || word === "--request") method = value();
    else if (word === "-H" || word === "--header") headers.push(value());
    else if (DATA.has(word)) data.push(value());
    else if (word === "--url") path = value();
    else if (WITH_VALUE.has(word)) value();
    else if (!word.startsWith("-")) path = word;
  }
  return {
    method: (method ?? (data.length > 0 ? "POST" : "GET")).toUpperCase(),
    path,
    headers: headers.join("\n"),
    body: data.join("&"),
  };
}

/** Splits words like a shell: single, double, and $'…' quotes, backslashes, and continued lines. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  const part = /\s+|\\\r?\n|\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/g;
  let word: string | null = null;
  for (const [whole, ansi, single, double, escaped, plain] of text.matchAll(part)) {
    if (/^\s+$/.test(whole) || /^\\\r?\n$/.test(whole)) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    const said = ansi?.replace(/\\n/g, "\n").replace(/\\(['"\\])/g, "$1");
    word = (word ?? "") + (said ?? single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? plain ?? "");
  }
  if (word !== null) words.push(word);
  return words;
}

/** Header names in lower case. */
export function readHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}
