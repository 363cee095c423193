import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { declinedFamily } from "@/server/testing/factories/authorization-rows";
import { shortId } from "@/server/testing/factories/short-id";
import { presentMakingRequest } from "./making-request";

withTestDatabase();

test("the request of a payment carries an Idempotency-Key, whatever paid", () => {
  const payers = [
    {},
    { cardId: null, paymentCodeId: shortId("code") },
    { cardId: null, agreementId: shortId("agreement") },
  ];
  const paths = payers.map((payer) => {
    const printed = presentMakingRequest({ ...declinedFamily().root, ...payer });
    assert.match(printed, /^ {2}-H "Idempotency-Key: [^"]+" \\$/m);
    return /^curl -X POST \S+?(\/(?:merchant\/)?v1\/\S+)/.exec(printed)?.[1];
  });
  assert.deepEqual(paths, ["/v1/authorizations", "/v1/payment-codes/authorize", "/merchant/v1/recurring/charge"]);
});
