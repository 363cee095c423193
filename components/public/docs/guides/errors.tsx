import type { ReactNode } from "react";
import { DECLINE_REASONS, type DeclineCode } from "@/server/contracts/decline-reasons";
import { ERROR_CODES, type ErrorCode } from "@/server/contracts/errors";
import type { DocsFacts } from "../docs-facts";
import { ERROR_ACTS } from "../error-acts";
import type { Guide } from "../guide";
import { InlineCode } from "../inline-code";
import { Exchange } from "../snippet";
import { DataTable } from "../table";

const DECLINES = (Object.keys(DECLINE_REASONS) as DeclineCode[]).sort();

function byStatus(statuses: DocsFacts["statuses"]): [status: number, codes: ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(ERROR_CODES) as ErrorCode[]) {
    groups.set(statuses[code], [...(groups.get(statuses[code]) ?? []), code]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: "Invalid request",
  401: "Not authenticated",
  403: "Not allowed",
  404: "Not found",
  405: "Wrong method",
  409: "Conflict with the current state",
  413: "Too large",
  422: "Understood but not possible",
  429: "Too many requests",
  500: "Our fault",
  503: "Busy",
};

export const errors: Guide = {
  slug: "errors",
  title: "Errors and declines",
  purpose: "An error means a request wasn’t carried out. A decline means it was, and the answer is no.",
  sections: (facts) => [
    {
      title: "Declines",
      body: (
        <>
          <p>
            A decline has status 200. On <code>/v1</code> it has <code>status: "declined"</code>, on{" "}
            <code>/merchant/v1</code> <code>approved: false</code>. Both include <code>reasonCode</code>,{" "}
            <code>reasonMessage</code>, and <code>details</code>. The codes come from ISO 8583, except R1, which comes
            from the card schemes. If several apply, you get the first in this order: 14, 03, 54, 62, 75, 55, 57, 61,
            65, 51, 05.
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
              DECLINE_REASONS[code].help,
            ])}
            isCode
          />
        </>
      ),
    },
    {
      title: "When the member can let it through",
      body: (
        <p>
          A decline with 51, 61, 62, or 65 may be the member’s own doing: they froze the card, set a limit, or have the
          money in another account. Then <code>details.rescue.until</code> says how long they can let the payment
          through, five minutes, and their wallet asks them at once. Keep the till open, and send the payment again with
          a new <code>Idempotency-Key</code>, for the same amount or less, with the same card or code. It passes once.
          The earlier decline stays the response to its own key. With a test key,{" "}
          <code>/v1/sandbox/authorizations/{"{id}"}/rescue</code> does what the member does.
        </p>
      ),
    },
    {
      title: "Error bodies",
      body: (
        <>
          <p>
            Branch on <code>code</code> and show <code>message</code> to developers. <code>field</code> names the first
            invalid field; <code>details.issues</code> lists them all. Every response has an <code>X-Request-Id</code>.
            Include it when you contact us. In a <code>409</code> about an authorization, <code>details</code> has its{" "}
            <code>status</code>, the statuses that are <code>allowed</code>, and what is left: <code>capturable</code>,{" "}
            <code>voidable</code>, and <code>refundable</code>.
          </p>
          <Exchange facts={facts} name="invalid" label="A negative amount" />
        </>
      ),
    },
    {
      title: "Nulls, unknown fields, and filters",
      body: (
        <ul>
          <li>
            <code>null</code> for an optional field is the same as leaving it out. If it clears the field instead, the
            field’s description says so.
          </li>
          <li>
            An unknown field returns 400 with the nearest name that the operation knows, since a misspelled limit would
            limit nothing. Payments whose amount is required (authorize, increment, redeem, sale, charge) ignore it and
            name it in <code>X-Ignored-Fields</code>, in test and live.
          </li>
          <li>
            An unknown or repeated query parameter returns 400, because an ignored filter would return the wrong
            records. Numbers in a query are plain decimal digits.
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
                <span translate="no" className="font-mono">
                  {status}
                </span>{" "}
                <span className="font-normal text-muted">{STATUS_WORDS[status]}</span>
              </h3>
              <DataTable
                columns={["Code", "Means", "What to do"]}
                rows={codes.map(
                  (code) =>
                    [
                      code,
                      <InlineCode key="means" text={ERROR_CODES[code]} />,
                      <InlineCode key="act" text={ERROR_ACTS[code]} />,
                    ] as const,
                )}
                isCode
              />
            </section>
          ))}
        </div>
      ),
    },
  ],
};
