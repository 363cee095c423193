import { ALLOWED_OPERATIONS, AUTHORIZATION_STATUSES } from "@/server/contracts/authorization-statuses";
import { AVS_RESULTS, CVV_RESULTS } from "@/server/contracts/card-checks";
import { REVERSAL_REASONS } from "@/server/contracts/choices";
import { CURRENCIES, decimalsOf } from "@/server/contracts/currencies";
import { DECLINE_REASONS, type DeclineCode } from "@/server/contracts/decline-reasons";
import { ERROR_CODES, type ErrorCode } from "@/server/contracts/errors";
import { REFUSED_PORTS, UNRESOLVABLE_ENDINGS } from "@/server/contracts/webhook-receivers";
import type { DocsFacts } from "../docs-facts";
import { ERROR_ACTS } from "../error-acts";
import { SANDBOX_CARDS, SANDBOX_ENDPOINTS } from "../sandbox-values";

type Row = readonly (string | number)[];

function table(columns: readonly string[], rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

const code = (text: string) => `\`${text}\``;
const codeBlock = (label: string, text: string) => `\`\`\`ts ${label}\n${text}\n\`\`\``;
const meanings = (column: string, values: Readonly<Record<string, string>>) =>
  table(
    [column, "Means"],
    Object.entries(values).map(([value, meaning]) => [code(value), meaning]),
  );

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "Not authenticated",
  403: "Not allowed",
  404: "Not found",
  405: "Wrong method",
  408: "Arrived too slowly",
  409: "Conflict with the current state",
  411: "Sent without its length",
  413: "Too large",
  422: "Understood but not possible",
  429: "Too many requests",
  500: "Our fault",
  503: "Busy",
};

function errorCodes({ statuses }: DocsFacts): string {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return [...new Set(Object.values(statuses))]
    .sort((a, b) => a - b)
    .map((status) => {
      const rows = codes.filter((each) => statuses[each] === status);
      const columns = ["Code", "Means", "What to do"];
      return `### ${status} ${STATUS_WORDS[status]}\n\n${table(
        columns,
        rows.map((each) => [code(each), ERROR_CODES[each], ERROR_ACTS[each]]),
      )}`;
    })
    .join("\n\n");
}

/** Those that don't have two decimals. */
function currencies(): string {
  const unusual = ["None", "One", "Two", "Three", "Four"].flatMap((word, count) => {
    const codes = CURRENCIES.filter((each) => decimalsOf(each) === count);
    return count === 2 || codes.length === 0 ? [] : [[word, codes.join(", ")]];
  });
  return table(["Decimals", "Currencies"], [...unusual, ["Two", "All others of ISO 4217"]]);
}

function apiChanges({ apiChanges }: DocsFacts): string {
  const days = [...new Set(apiChanges.map(({ date }) => date))];
  return days
    .map((day) => {
      const texts = apiChanges
        .filter(({ date }) => date === day)
        .map(({ text }) => `- ${text.replace(/\[([^[\]]+)\]\([^()]+\)/g, "$1")}`);
      return `### ${day ?? "Coming release"}\n\n${texts.join("\n")}`;
    })
    .join("\n\n");
}

const HOUR_MS = 3_600_000;

function wait(ms: number): string {
  const [count, unit] = ms >= HOUR_MS ? [ms / HOUR_MS, "hour"] : [ms / 60_000, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Markdown for each `{{name}}` in a guide: what other modules decide. */
export const PARTS: Readonly<Record<string, (facts: DocsFacts) => string>> = {
  attempts: ({ attempts }) => String(attempts),
  burstSeconds: ({ burstSeconds }) => String(burstSeconds),
  maxIncrements: ({ maxIncrements }) => String(maxIncrements),
  riskLimit: ({ risk }) => String(risk.limit),
  unresolvable: () => UNRESOLVABLE_ENDINGS.join(", "),
  apiChanges,
  codes: errorCodes,
  currencies,
  avsResults: () => meanings("avsResult", AVS_RESULTS),
  cvvResults: () => meanings("cvvResult", CVV_RESULTS),
  reversalReasons: () => meanings("reason", REVERSAL_REASONS),
  declines: () =>
    table(
      ["Code", "Means", "What helps"],
      (Object.keys(DECLINE_REASONS) as DeclineCode[]).sort().map((reason) => {
        const { title, message, help } = DECLINE_REASONS[reason];
        return [code(reason), `**${title}.** ${message}`, help];
      }),
    ),
  statuses: () =>
    table(
      ["Status", "What you can do"],
      AUTHORIZATION_STATUSES.map((status) => [status, ALLOWED_OPERATIONS[status].join(", ") || "nothing"]),
    ),
  risks: ({ risk }) =>
    table(
      ["Rule", "Adds up to"],
      risk.weights.map(({ rule, weight }) => [rule, weight]),
    ),
  tiers: ({ tiers, burstSeconds }) =>
    table(
      ["Tier", "Requests per second", "Burst"],
      tiers.map(({ name, perSecond }) => [
        code(name),
        perSecond ?? "No limit",
        perSecond === null ? "No limit" : perSecond * burstSeconds,
      ]),
    ),
  receiver: ({ receiver }) => codeBlock("receive-webhook.ts", receiver.verifier),
  receiverExample: ({ receiver }) => codeBlock("example.ts", receiver.example),
  cards: () =>
    table(
      ["panToken", "Response", "Decided by"],
      SANDBOX_CARDS.map(({ panToken, answers, decidedBy }) => [code(panToken), answers, decidedBy]),
    ),
  endpoints: () =>
    table(
      ["POST", "What it does"],
      SANDBOX_ENDPOINTS.map(({ path, plays }) => [code(path), plays]),
    ),
  logins: ({ logins }) => {
    if (logins.length === 0) return "";
    const rows = logins.map(({ email, password }) => [code(email), code(password)]);
    return `## Logins\n\nThe [sign-in page](/sign-in) fills these in for you.\n\n${table(["Email", "Password"], rows)}`;
  },
  ports: () =>
    `{{details All ${REFUSED_PORTS.size} reserved ports | ${[...REFUSED_PORTS].sort((a, b) => a - b).join(", ")}}}`,
  events: ({ events }) =>
    events
      .map(({ type, description, example }) => {
        const body = `\`\`\`json Body of ${type}\n${JSON.stringify(example, null, 2)}\n\`\`\``;
        return [`### \`${type}\``, description, body].join("\n\n");
      })
      .join("\n\n"),
  retries: ({ retryDelaysMs }) =>
    table(
      ["Attempt", "Wait"],
      [["1", "None"], ...retryDelaysMs.map((ms, index) => [String(index + 2), wait(ms)] as const)],
    ),
};
