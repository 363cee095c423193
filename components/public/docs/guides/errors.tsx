import type { ReactNode } from "react";
import { DECLINE_REASONS, type DeclineCode } from "@/server/contracts/decline-reasons";
import { ERROR_CODES, type ErrorCode } from "@/server/contracts/errors";
import type { DocsFacts } from "../docs-facts";
import type { Guide } from "../guide";
import { InlineCode } from "../inline-code";
import { Exchange } from "../snippet";
import { DataTable } from "../table";

/** What helps: a code that is missing here does not compile. */
const WHAT_HELPS: Readonly<Record<DeclineCode, string>> = {
  "14": "Ask for another card or code.",
  "03": "The merchant or its tenant is suspended: it can void and refund, nothing else.",
  "54": "Ask for another card or a new code.",
  "62": "It is frozen, revoked or bound to another merchant: ask for another one.",
  "55": "Ask for the PIN again: it is 7 characters.",
  "75": "Ask for a new code.",
  "57": "details.rule says what: currency (both are named), mcc, channel, mode, or an agreement with its status.",
  "61": "Ask for less.",
  "65": "Wait for the next day or interval, or ask for another card.",
  "51": "Ask for less, or again after the account was funded.",
  "05": "Do not try again unchanged; the risk score was too high.",
  R1: "Ask the member for a new agreement. Do not charge this one again.",
};

const DECLINES = (Object.keys(DECLINE_REASONS) as DeclineCode[]).sort();

function byStatus(statuses: DocsFacts["statuses"]): [status: number, codes: ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(ERROR_CODES) as ErrorCode[]) {
    groups.set(statuses[code], [...(groups.get(statuses[code]) ?? []), code]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: "The request is wrong",
  401: "Not authenticated",
  403: "Not allowed",
  404: "Not there",
  405: "Wrong method",
  409: "Not in this state",
  413: "Too large",
  422: "Understood, and refused",
  429: "Too many",
  500: "Our fault",
  503: "Busy",
};

export const errors: Guide = {
  slug: "errors",
  title: "Errors and declines",
  purpose: "An error says that a request was not carried out. A decline says that it was, and that the answer is no.",
  sections: (facts) => [
    {
      title: "Declines",
      body: (
        <>
          <p>
            A decline has status 200. On <code>/v1</code> it says <code>status: "declined"</code>, on{" "}
            <code>/merchant/v1</code> <code>approved: false</code>; both give <code>reasonCode</code>,{" "}
            <code>reasonMessage</code> and <code>details</code>. The codes are those of ISO 8583, and R1 of the card
            schemes. When several apply, the answer is the first in the order 14, 03, 54, 62, 75, 55, 57, 61, 65, 51,
            05.
          </p>
          <Exchange facts={facts} name="decline" label="A decline" />
          <DataTable
            columns={["Code", "Means", "What helps"]}
            rows={DECLINES.map((code): [string, ReactNode, string] => [
              code,
              <span key={code}>
                <span className="font-medium text-text">{DECLINE_REASONS[code].title}.</span>{" "}
                {DECLINE_REASONS[code].message}
              </span>,
              WHAT_HELPS[code],
            ])}
            isCode
          />
        </>
      ),
    },
    {
      title: "The body of an error",
      body: (
        <>
          <p>
            Branch on <code>code</code>, show <code>message</code> to developers. <code>field</code> names the first
            field that is wrong, <code>details.issues</code> lists all. Every answer carries <code>X-Request-Id</code>:
            quote it when you ask us about a request. A <code>409</code> about an authorization says in{" "}
            <code>details</code> its <code>status</code>, the statuses that are <code>allowed</code>, and what is left:{" "}
            <code>capturable</code>, <code>voidable</code>, <code>refundable</code>.
          </p>
          <Exchange facts={facts} name="invalid" label="An amount below zero" />
        </>
      ),
    },
    {
      title: "What a request may hold",
      body: (
        <ul>
          <li>
            <code>null</code> for an optional field means that it was left out. Where a field can be cleared by it, its
            description says so.
          </li>
          <li>
            A field that the operation does not know is ignored. With a test key the answer names it in{" "}
            <code>X-Ignored-Fields</code>, so that a misspelling shows up before you go live.
          </li>
          <li>
            A query parameter that the operation does not know, or that comes twice, is a 400: a filter that was ignored
            would give you other records than you asked for. Numbers in a query are plain decimal digits.
          </li>
        </ul>
      ),
    },
    {
      title: "Error codes",
      body: (
        <div className="grid gap-8">
          {byStatus(facts.statuses).map(([status, codes]) => (
            <section key={status} aria-labelledby={`status-${status}`}>
              <h3 id={`status-${status}`} className="mb-1 text-14">
                <span className="font-mono">{status}</span>{" "}
                <span className="font-normal text-muted">{STATUS_WORDS[status]}</span>
              </h3>
              <DataTable
                columns={["Code", "Means"]}
                rows={codes.map((code) => [code, <InlineCode key={code} text={ERROR_CODES[code]} />] as const)}
                isCode
              />
            </section>
          ))}
        </div>
      ),
    },
  ],
};
