import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { DomainError } from "@/server/domain/errors";
import { checkSignature } from "./signature";

const NOW = new Date("2027-03-01T12:00:00.000Z");
const SECONDS = NOW.getTime() / 1_000;
const BODY = '{"amount": 5}';

interface Given {
  readonly timestamp?: string | null;
  readonly signature?: string | null;
  readonly requireSignature?: boolean;
  readonly now?: Date;
}

function sign(timestamp: string | null): string {
  return createHmac("sha256", "secret").update(`POST\n/v1/authorizations\n${timestamp}\n${BODY}`).digest("hex");
}

function check({ timestamp = `${SECONDS}`, signature, requireSignature = true, now = NOW }: Given): void {
  const sent = signature === undefined ? `sha256=${sign(timestamp)}` : signature;
  const headers = new Map([
    ["x-signature", sent],
    ["x-timestamp", timestamp],
  ]);
  const header = (name: string) => headers.get(name) ?? null;
  checkSignature(
    { method: "POST", path: "/v1/authorizations", header },
    BODY,
    { key: { requireSignature }, secret: "secret" },
    now,
  );
}

function refusalOf(given: Given): Pick<DomainError, "code" | "message" | "field" | "details"> {
  try {
    check(given);
  } catch (error) {
    assert.ok(error instanceof DomainError);
    const { code, message, field, details } = error;
    return { code, message, field, details };
  }
  return assert.fail(`${JSON.stringify(given)} is let through`);
}

test("optional signing: no signature or a lone X-Timestamp passes; a signature needs its timestamp", () => {
  check({ timestamp: null, signature: null, requireSignature: false });
  check({ signature: null, requireSignature: false });
  check({ signature: null, timestamp: "yesterday", requireSignature: false });
  const missing = {
    code: "signature_required",
    message: "X-Signature and X-Timestamp are required.",
    field: "X-Signature",
    details: {},
  };
  for (const timestamp of [null, `${SECONDS}`]) assert.deepEqual(refusalOf({ timestamp, signature: null }), missing);
  for (const requireSignature of [true, false]) {
    assert.equal(refusalOf({ timestamp: null, requireSignature }).code, "timestamp_out_of_range");
  }
});

const DIGEST = sign(`${SECONDS}`);

for (const requireSignature of [true, false]) {
  test(`a ${requireSignature ? "required" : "voluntary"} signature is sha256= and its 64 digits`, () => {
    for (const digits of [DIGEST, DIGEST.toUpperCase()]) check({ signature: `sha256=${digits}`, requireSignature });
    const other = `${DIGEST.slice(0, -1)}${DIGEST.endsWith("0") ? "1" : "0"}`;
    const forms = [
      "",
      DIGEST,
      "sha256=",
      `sha256=${other}`,
      `SHA256=${DIGEST}`,
      ` sha256=${DIGEST}`,
      `sha256=${DIGEST}0`,
    ];
    for (const signature of [...forms, `sha256=${DIGEST.slice(1)}`]) {
      assert.deepEqual(
        refusalOf({ signature, requireSignature }),
        {
          code: "signature_invalid",
          message: "X-Signature doesn’t match the request.",
          field: "X-Signature",
          details: {},
        },
        signature,
      );
    }
  });
}

test("the clocks may differ by 300 whole seconds, ahead and behind alike", () => {
  for (const drift of [-300, -1, 0, 300]) check({ timestamp: `${SECONDS + drift}` });
  check({ timestamp: `${SECONDS + 301}`, now: new Date(NOW.getTime() + 1_000) });
  for (const drift of [-300, 300]) check({ timestamp: `${SECONDS + drift}`, now: new Date(NOW.getTime() + 999) });
  for (const [drift, later] of [
    [-301, 0],
    [-300, 1_000],
    [301, 0],
    [301, 999],
  ] as const) {
    const now = new Date(NOW.getTime() + later);
    assert.equal(
      refusalOf({ timestamp: `${SECONDS + drift}`, now }).code,
      "timestamp_out_of_range",
      `${drift} ${later}`,
    );
  }
});

const DIGITS = "X-Timestamp must be Unix time in whole seconds, digits only.";
const MILLISECONDS = "X-Timestamp is in milliseconds. Send Unix time in seconds.";

const OFF: readonly (readonly [timestamp: string | null, message: string, driftSeconds: number | null])[] = [
  [null, "X-Timestamp is required with X-Signature.", null],
  ["", DIGITS, null],
  ["soon", DIGITS, null],
  ["-1", DIGITS, null],
  [`x${SECONDS}`, DIGITS, null],
  [`${SECONDS}.0`, DIGITS, null],
  ["1".repeat(16), DIGITS, null],
  [`${SECONDS - 412}`, "X-Timestamp is 412 seconds behind our clock. At most 300 seconds are allowed.", -412],
  [`${SECONDS + 301}`, "X-Timestamp is 301 seconds ahead of our clock. At most 300 seconds are allowed.", 301],
  ["0", `X-Timestamp is ${SECONDS} seconds behind our clock. At most 300 seconds are allowed.`, -SECONDS],
  [`${SECONDS}000`, MILLISECONDS, 0],
  [`${SECONDS + 5}999`, MILLISECONDS, 5],
  ["9".repeat(15), MILLISECONDS, 999_999_999_999 - SECONDS],
  ["1000000000000", MILLISECONDS, 1_000_000_000 - SECONDS],
  [
    "999999999999",
    `X-Timestamp is ${999_999_999_999 - SECONDS} seconds ahead of our clock. At most 300 seconds are allowed.`,
    999_999_999_999 - SECONDS,
  ],
];

for (const [timestamp, message, driftSeconds] of OFF) {
  test(`a timestamp of ${JSON.stringify(timestamp)} is refused with the server’s time and what is wrong`, () => {
    const sentMilliseconds = message === MILLISECONDS;
    assert.deepEqual(refusalOf({ timestamp, now: new Date(NOW.getTime() + 999) }), {
      code: "timestamp_out_of_range",
      message,
      field: "X-Timestamp",
      details: { serverTime: SECONDS, driftSeconds, sentMilliseconds },
    });
  });
}
