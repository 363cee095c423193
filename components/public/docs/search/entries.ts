import type { SearchEntry } from "@/components/shared/docs/search-docs";
import { REVERSAL_REASONS } from "@/server/contracts/choices";
import { DECLINE_REASONS } from "@/server/contracts/decline-reasons";
import { ERROR_CODES } from "@/server/contracts/errors";
import { tagHref } from "../../reference/reference";
import type { DocsFacts } from "../docs-facts";
import { ERROR_ACTS } from "../error-acts";
import type { DocsPage } from "../markdown/docs-pages";
import { SANDBOX_CARDS } from "../sandbox-values";

/** Search words for sections that do not contain the word, or are one of many that do. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  "/docs#authorize": "hold expires, expiry, how long a hold lasts, preauthorization",
  "/docs#capture": "partial capture, capture part",
  "/docs#refund": "partial refund, void, cancel",
  "/docs/authentication": "api key, login, credentials",
  "/docs/sdks#command-line": "request log, api log, tail",
  "/docs/sandbox#cards": "test cards, card numbers",
  "/docs/sandbox#test-what-takes-time": "sandbox clock, advance, time travel, test clock",
  "/docs/money#amounts": "currencies, cents, minor units, decimals",
  "/docs/money#balances": "balance, available funds",
  "/docs/go-live": "production, live access, approval, launch",
  "/docs/reading-back#reports": "export, download, spreadsheet",
  "/docs/reading-back#pagination": "pagination, cursor, limit, next page, has more",
  "/docs/versioning#changelog": "release notes, deprecation",
  "/docs/recurring#charge": "too early, next charge due, subscription, interval",
  "/docs/settlement#a-day": "payout, payouts, batch, bank transfer",
  "/docs/reconciliation": "reconcile, matching, accounting, export",
  "/docs/reconciliation#list-what-happened": "list transactions, list payments, list authorizations, search payments",
  "/docs/webhooks#verify": "webhook signature, hmac, verify signature",
  "/docs/webhooks#retries": "retry schedule, backoff, redelivery",
  "/docs/webhooks#rotate-the-secret": "rotate secret, roll secret, signing secret",
  "/docs/idempotency": "retry, duplicate, double charge",
  "/docs/tills": "pos, point of sale, terminal, cashier, qr",
  "/docs/errors#error-codes": "error list",
};

const wordsOf = (markdown: string) =>
  markdown
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/\]\([^()[\]]*\)/g, "")
    .replace(/[|#*`[\]>-]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const entry = (to: string, title: string, page: string, text: string): SearchEntry => ({
  to,
  title,
  page,
  text,
  ...(ALSO_CALLED[to] ? { also: ALSO_CALLED[to] } : {}),
});

function codeEntries(facts: DocsFacts): SearchEntry[] {
  return [
    ...(Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[]).map((code) =>
      entry(
        "/docs/errors#error-codes",
        code,
        `Error ${facts.statuses[code]}`,
        `${ERROR_CODES[code]} ${ERROR_ACTS[code]}`,
      ),
    ),
    ...Object.entries(DECLINE_REASONS).map(([code, { title, message, help }]) =>
      entry("/docs/errors#declines", `${code} ${title}`, "Decline", `${message} ${help}`),
    ),
    ...Object.entries(REVERSAL_REASONS).map(([code, words]) =>
      entry(`${tagHref("Authorizations")}#reverseAuthorization`, `${code} ${words}`, "Reversal reason", ""),
    ),
    ...SANDBOX_CARDS.map(({ panToken, answers }) => entry("/docs/sandbox#cards", panToken, "Test card", answers)),
  ];
}

export function searchEntriesOf(pages: readonly DocsPage[], facts: DocsFacts): SearchEntry[] {
  return [
    ...pages.flatMap(({ href, title, purpose, group, sections }) => [
      entry(href, title, group, purpose),
      ...sections.map((section) => entry(`${href}#${section.anchor}`, section.title, title, wordsOf(section.markdown))),
    ]),
    ...codeEntries(facts),
  ];
}
