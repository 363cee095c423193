import assert from "node:assert/strict";
import { validateHeaderValue } from "node:http";
import { before, test } from "node:test";
import fc from "fast-check";
import { ErrorBody } from "@/server/contracts/error-body";
import { errorCodesOf, type OperationContract } from "@/server/contracts/rest/operation";
import { createCaller, createOwnersRecords } from "@/server/testing/authority/rest-authority";
import { createTestNetworkKey } from "@/server/testing/bank-statements";
import { takeChanges, Unchanging, unexpectedOf, watchChanges } from "@/server/testing/changes";
import { credentialsOf, type Sender } from "@/server/testing/clients/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { fuzzRuns } from "@/server/testing/fuzz/fuzz-runs";
import { refusalReason } from "@/server/testing/fuzz/rest-refusals";
import { asApiRequest, type RestCase, restCases, toRequest } from "@/server/testing/fuzz/rest-requests";
import { ROUTES } from "./host";
import { dispatch } from "./kit/dispatch";
import { HTTP_STATUS } from "./kit/errors";
import type { ApiResponse } from "./kit/request";
import { MERCHANT_OPERATIONS } from "./merchant-v1";
import { V1_OPERATIONS } from "./v1";

withTestDatabase();
let network: Sender;
before(async () => {
  network = await createTestNetworkKey();
  await watchChanges();
});

const OPERATIONS = [...V1_OPERATIONS, ...MERCHANT_OPERATIONS];

let addresses = 0;
const nextAddress = () => `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`;

function targetOf(path: string, method: string) {
  const match = ROUTES.find(path);
  const wanted = method === "HEAD" ? "GET" : method;
  const contract = match?.endpoints.find((endpoint) => endpoint.contract.method === wanted)?.contract ?? null;
  return { contract, params: match?.pathParams ?? {} };
}

const NOWHERE = ["not_found", "method_not_allowed"];

function readErrorCode(contract: OperationContract | null, { status, headers, body }: ApiResponse): string {
  const { error } = ErrorBody.strict().parse(JSON.parse(body));
  assert.equal(status, HTTP_STATUS[error.code]);
  assert.equal(headers["content-type"], "application/json; charset=utf-8");
  assert.ok((contract ? errorCodesOf(contract) : NOWHERE).includes(error.code), `${error.code} is not announced`);
  return error.code;
}

function readOutcome(contract: OperationContract | null, response: ApiResponse): string | null {
  const { status, headers, body } = response;
  assert.ok(status < 500);
  assert.ok(body.isWellFormed());
  assert.match(headers["x-request-id"] ?? "", /^[0-9A-Za-z]{17}$/);
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
  if (status >= 400) return readErrorCode(contract, response);
  const schema = contract?.responses[status]?.schema;
  assert.ok(schema, "the contract has no such status");
  schema.parse(JSON.parse(body));
  return null;
}

for (const operation of OPERATIONS) {
  test(`${operation.id}: never a fault, never a change by what is refused, always the error body`, async () => {
    const caller = await createCaller();
    const records = await createOwnersRecords(caller);
    const senders = { ...caller, network, none: null };
    const sender = senders[operation.auth];
    const credentials = sender ? credentialsOf(sender) : {};
    await takeChanges();
    const unchanging = new Unchanging();
    const check = async (sent: RestCase) => {
      const request = toRequest(operation, sent, records, credentials);
      const { contract, params } = targetOf(request.path, request.method);
      const reason = contract ? refusalReason(contract, request, params, credentials) : "the address";
      const mayChange = reason === null && contract?.method !== "GET";
      if (mayChange) await unchanging.settle();
      const { response, note } = await dispatch(ROUTES, asApiRequest(request), { remoteAddress: nextAddress() });
      note();
      const { status, body } = response;
      const shown = `${request.method} ${request.path}${request.search} ${request.body} → ${status} ${body}`.slice(
        0,
        2_000,
      );
      try {
        const code = readOutcome(contract, response);
        if (reason) assert.ok(code !== null, `${reason} should have been refused`);
        if (!mayChange) return await unchanging.add(shown);
        const changes = await takeChanges();
        if (code !== null) assert.deepEqual(unexpectedOf(changes, code), []);
      } catch (error) {
        throw new Error(`${error instanceof Error ? error.message : error}\n${shown}`, { cause: error });
      }
    };
    await fc.assert(fc.asyncProperty(restCases(operation), check), fuzzRuns("rest", OPERATIONS.length));
    await unchanging.settle();
  });
}
