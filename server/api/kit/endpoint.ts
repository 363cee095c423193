import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { formatSecretShown, type Replacing, type SecretShown } from "@/server/contracts/rest/secret-shown";
import { ignoredFieldsHeader, readFields } from "@/server/contracts/text/read-fields";
import {
  type AcquirerCaller,
  type ApiKeyCaller,
  ChangedStandingError,
  type MerchantCaller,
  type NetworkKeyCaller,
} from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { answerOnce, type IdempotencyClaim } from "@/server/domain/idempotency";
import { now } from "@/server/platform/clock";
import { UnavailableError } from "@/server/platform/unavailable";
import { actForMerchant, MERCHANT_HEADER, namesMerchant } from "./act-for-merchant";
import { requireScope, requireTenantScope } from "./authenticate";
import { nothingHere } from "./errors";
import type { Exchange } from "./exchange";
import { type Admitted, admitMerchant, admitNetwork, admitTenant, withRequestSlot } from "./gates";
import {
  type Annotations,
  claimKey,
  invalidHeader,
  keptWithoutMetadata,
  parseJson,
  parseUnasked,
  readAnnotations,
  readKey,
  readQuery,
  validate,
  withMetadata,
} from "./read-request";
import { type ApiResponse, respondJson } from "./request";

const NO_FIELDS = z.object({});

type Handle = (exchange: Exchange) => Promise<ApiResponse>;

export interface Endpoint {
  readonly contract: OperationContract;
  answer(exchange: Exchange): Promise<ApiResponse>;
}

type Params<C extends OperationContract> = C["params"] extends z.ZodType ? z.output<C["params"]> : Record<never, never>;
type Query<C extends OperationContract> = C["query"] extends z.ZodType ? z.output<C["query"]> : Record<never, never>;
type Body<C extends OperationContract> = C["body"] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

export type AnswerOf<C extends OperationContract> = {
  [Status in keyof C["responses"] & number]: {
    readonly status: Status;
    readonly body: z.input<C["responses"][Status]["schema"]>;
  };
}[keyof C["responses"] & number];

/** Keeps `status` a literal type, so that the compiler can check it against the contract. */
export function answer<const Status extends number, Body>(status: Status, body: Body): { status: Status; body: Body } {
  return { status, body };
}

export interface Request<C extends OperationContract> {
  readonly params: Params<C>;
  readonly query: Query<C>;
  readonly body: Body<C>;
}

interface EndpointDefinition<Caller, C extends OperationContract, Input, Outcome> {
  readonly contract: C;
  /** Maps wire fields to domain input. Nothing else knows both. */
  readonly input: (request: Request<C>) => Input;
  readonly execute: (caller: Caller, input: Input, claim: IdempotencyClaim<Outcome> | null) => Promise<Outcome>;
  readonly present: (
    outcome: Outcome,
    request: { idempotencyKey: string; now: Date; sent: Annotations },
  ) => AnswerOf<C>;
  /** Personal body fields that only the first response contains. The rest is stored encrypted for replays. */
  readonly onceOnly?: readonly string[];
  /** A secret body field that only the first response contains. A repeat has `secretShown` in its place. */
  readonly secret?: {
    readonly field: string;
    /** Begins a sentence: "The PIN". */
    readonly what: string;
    readonly replacing: (body: AnswerOf<C>["body"], params: Params<C>) => Replacing;
  };
  readonly repeatsMetadata?: true;
  /** For requests that name an authorization by number or record id: the field, and the record it resolved to. */
  readonly named?: { readonly by: string; readonly idIn: (outcome: Outcome) => string };
}

/**
 * The pipeline: authenticate, rate limit, signature, idempotency key, validate, claim, use case, presenter. Each step may throw
 * a DomainError, which becomes the error body.
 */
function guardedEndpoint<Caller extends AcquirerCaller, C extends OperationContract, Input, Outcome>(
  admit: (exchange: Exchange, at: Date) => Promise<Admitted<Caller>>,
  definition: EndpointDefinition<Caller, C, Input, Outcome>,
): Endpoint {
  const { contract, input, execute, present, onceOnly, secret, repeatsMetadata, named } = definition;
  const handle = async (exchange: Exchange): Promise<ApiResponse> => {
    const at = now();
    const admitted = await admit(exchange, at);
    return withRequestSlot(admitted.caller, () => answerAdmitted(exchange, admitted));
  };
  const answerAdmitted = async (exchange: Exchange, { caller, body }: Admitted<Caller>): Promise<ApiResponse> => {
    const { request, pathParams, headers } = exchange;
    if (contract.isSandboxOnly && caller.environment === "live") throw nothingHere();
    if (contract.body?.isOptional && body === "") await requireNoBodyBehind(exchange);
    const key = readKey(contract, request);
    const asked = {
      params: (contract.params ? validate(contract.params, pathParams) : {}) as Params<C>,
      query: readQuery(contract.query, request.search) as Query<C>,
      body: validateBody(contract, body, headers) as Body<C>,
    };
    const parsed = input(asked);
    const sent = readAnnotations(asked.body);
    const namedBy = named?.by ?? null;
    const name = key === null ? null : claimKey(caller, key, { contract, namedBy, ...asked });
    const keep = (body: AnswerOf<C>["body"]) => {
      if (secret)
        return without([secret.field], body, formatSecretShown(secret.what, secret.replacing(body, asked.params)));
      if (onceOnly) return without(onceOnly, body);
      return { body: repeatsMetadata ? keptWithoutMetadata(body) : JSON.stringify(body), isEncrypted: false };
    };
    const answerTo = lastOf((outcome: Outcome) => {
      const presented = present(outcome, { idempotencyKey: key ?? "", now: caller.now, sent });
      const text = JSON.stringify(presented.body);
      // A decline is counted when it is made, not when it is read later.
      if (contract.idempotency !== "none") exchange.declineCode = declineCodeOf(presented.body);
      exchange.isKeyless = key === null && contract.idempotency === "recommended" && !isUnapproved(presented.body);
      return {
        status: presented.status,
        body: text,
        kept: keep(presented.body),
        namedId: named?.idIn(outcome) ?? null,
      };
    });
    const claim = name && { answerTo, ...name };
    const work = async () => answerTo(await execute(caller, parsed, claim));
    const result = await answerOnce(name, work);
    if (result.isReplay) headers["idempotent-replayed"] = "true";
    const repeats = result.isReplay && repeatsMetadata;
    const text = repeats ? withMetadata(result.answer.body, sent) : result.answer.body;
    return respondJson(result.answer.status, text, headers);
  };
  return { contract, answer: (exchange) => answerStanding(exchange, handle) };
}

const DECLINED = ["declined", "Denied"];

/** The decline's reason code on either surface, or null if this isn't a decline. Reversals also have a `reasonCode`. */
function declineCodeOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("reasonCode" in body)) return null;
  const isSaid = "status" in body && typeof body.status === "string" && DECLINED.includes(body.status);
  const isDecline = isSaid || isUnapproved(body);
  return isDecline && typeof body.reasonCode === "string" ? body.reasonCode : null;
}

/** Whether a merchant response says that no money was taken: a decline, or a charge that waits for the member's approval. */
function isUnapproved(body: unknown): boolean {
  return typeof body === "object" && body !== null && "approved" in body && body.approved === false;
}

/** Milliseconds to wait for a body sent right after its head. */
const ARRIVES_WITHIN_MS = 100;

/**
 * Throws `length_required` if bytes follow a head that announces no body. HTTP would ignore them, and without a body this
 * operation applies to everything.
 */
async function requireNoBodyBehind({ request, connection }: Exchange): Promise<void> {
  const isAnnounced = request.header("content-length") !== null || request.header("transfer-encoding") !== null;
  if (isAnnounced || !connection.isBroken) return;
  if (!connection.isBroken()) await sleep(ARRIVES_WITHIN_MS);
  if (!connection.isBroken()) return;
  throw new DomainError("length_required", "A body follows, but no Content-Length announces it. Nothing was done.");
}

/** Presents an outcome once, so that the response is identical to the text stored for replays. */
function lastOf<Outcome, Answer>(present: (outcome: Outcome) => Answer): (outcome: Outcome) => Answer {
  let last: { readonly outcome: Outcome; readonly answer: Answer } | null = null;
  return (outcome) => {
    if (last === null || last.outcome !== outcome) last = { outcome, answer: present(outcome) };
    return last.answer;
  };
}

const MAX_PASSES = 4;

/**
 * Answers according to the current key, merchant, and tenant. If one of them changes before the request has written anything,
 * the request is retried as if it had arrived after the change.
 */
async function answerStanding(exchange: Exchange, handle: Handle): Promise<ApiResponse> {
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    try {
      return await handle(exchange);
    } catch (error) {
      if (!(error instanceof ChangedStandingError)) throw error;
      Object.assign(exchange, { owner: null, declineCode: null, isKeyless: false } satisfies Partial<Exchange>);
    }
  }
  throw new UnavailableError("the standing of a request kept changing", { reason: "contended" });
}

/** An endpoint of /v1, for tenant keys with its scope (contract 5.1). */
export function tenantEndpoint<C extends OperationContract, Input, Outcome>(
  definition: EndpointDefinition<ApiKeyCaller, C, Input, Outcome>,
): Endpoint {
  const { contract } = definition;
  const admit = async (exchange: Exchange, at: Date) => {
    const admitted = await admitTenant(exchange, at);
    // Ignored, it would leave the payment to the default merchant.
    if (namesMerchant(exchange)) throw invalidHeader(MERCHANT_HEADER, "works on /merchant/v1 only");
    requireTenantScope(admitted.caller, contract);
    return admitted;
  };
  return guardedEndpoint(admit, definition);
}

/** An endpoint of /merchant/v1, for merchant keys with its scope (contract 5.2), and for a tenant's key that names the merchant. */
export function merchantEndpoint<C extends OperationContract, Input, Outcome>(
  definition: EndpointDefinition<MerchantCaller, C, Input, Outcome>,
): Endpoint {
  const { contract } = definition;
  const admit = async (exchange: Exchange, at: Date) => {
    if (namesMerchant(exchange)) {
      const { caller, body } = await admitTenant(exchange, at);
      requireTenantScope(caller, contract);
      return { caller: await actForMerchant(caller, exchange), body };
    }
    const admitted = await admitMerchant(exchange, at);
    requireScope(admitted.caller, contract.id);
    return admitted;
  };
  return guardedEndpoint(admit, definition);
}

/** An endpoint of /v1 for keys of the network. Repeats need no Idempotency-Key: what they bring counts once by itself. */
export function networkEndpoint<C extends OperationContract, Outcome>({
  contract,
  execute,
  present,
  toCsv,
}: {
  readonly contract: C;
  readonly execute: (
    caller: NetworkKeyCaller,
    request: { readonly params: Params<C>; readonly query: Query<C>; readonly file: string },
  ) => Promise<Outcome>;
  readonly present: (outcome: Outcome, request: { readonly now: Date }) => AnswerOf<C>;
  readonly toCsv?: (outcome: Outcome) => string;
}): Endpoint {
  const handle = async (exchange: Exchange): Promise<ApiResponse> => {
    const { request, pathParams, headers } = exchange;
    const { caller, body: file } = await admitNetwork(exchange, now(), contract.file?.maxBytes ?? null);
    return withRequestSlot(caller, async () => {
      const params = (contract.params ? validate(contract.params, pathParams) : {}) as Params<C>;
      const query = readQuery(contract.query, request.search) as Query<C>;
      const outcome = await execute(caller, { params, query, file });
      if (toCsv && /\btext\/csv\b/i.test(request.header("accept") ?? "")) {
        const file = { "content-type": "text/csv; charset=utf-8", "content-disposition": "attachment" };
        return respondJson(200, toCsv(outcome), { ...headers, ...file });
      }
      const { status, body } = present(outcome, caller);
      return respondJson(status, JSON.stringify(body), headers);
    });
  };
  return { contract, answer: handle };
}

/** What a repeat gets: the body without these fields, and how to replace a secret among them. */
function without(fields: readonly string[], body: unknown, secretShown?: SecretShown) {
  const text = JSON.stringify(body, (field, value: unknown) => {
    if (field === "" && secretShown && typeof value === "object") return { ...value, secretShown };
    return fields.includes(field) ? undefined : value;
  });
  return { body: text, isEncrypted: true };
}

/**
 * Refuses unknown fields, because a misspelled restriction would restrict nothing. Where the contract ignores them, `headers`
 * names them even if validation fails: a missing field may be a misspelled one.
 */
function validateBody(contract: OperationContract, text: string, headers: Exchange["headers"]): unknown {
  const { body, method } = contract;
  const { value, unknown } = body
    ? readFields(body.schema, parseJson(text), method === "PATCH")
    : readFields(NO_FIELDS, parseUnasked(text));
  const mayIgnore = contract.unknownFields === "ignored" || method === "GET";
  if (mayIgnore && unknown.length > 0) {
    headers["x-ignored-fields"] = ignoredFieldsHeader(unknown.map(({ path }) => path));
  }
  const refused = mayIgnore ? [] : unknown;
  if (!body) return void validate(NO_FIELDS, {}, refused);
  return validate(body.schema, value === undefined && body.isOptional ? {} : value, refused);
}

export function publicEndpoint<C extends OperationContract>(definition: {
  readonly contract: C;
  readonly execute: () => Promise<AnswerOf<C>>;
}): Endpoint {
  const handle = async ({ request, headers }: Exchange): Promise<ApiResponse> => {
    readQuery(definition.contract.query, request.search);
    const { status, body } = await definition.execute();
    return respondJson(status, JSON.stringify(body), headers);
  };
  return { contract: definition.contract, answer: handle };
}
