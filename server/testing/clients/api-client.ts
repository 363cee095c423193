import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { ErrorBody } from "@/server/contracts/error-body";
import type { ErrorCode } from "@/server/contracts/errors";
import { errorCodesOf, type OperationContract } from "@/server/contracts/rest/operation";
import { credentialsOf, type Sender } from "./credentials";
import { handleRequest } from "./host";

type BodyOf<C extends OperationContract> = C["body"] extends { schema: infer S extends z.ZodType } ? z.input<S> : never;
type ResultOf<C extends OperationContract> = z.output<C["responses"][keyof C["responses"] & number]["schema"]>;

export interface CallOptions<C extends OperationContract> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<C>;
  readonly rawBody?: string;
  /** By default a new key per call, if the operation requires one; null sends none. */
  readonly idempotencyKey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function send<C extends OperationContract>(
  sender: Sender | null,
  contract: C,
  options: CallOptions<C> = {},
): Promise<Reply> {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ""),
  );
  const headers = new Headers(options.headers);
  for (const [name, value] of Object.entries(sender ? credentialsOf(sender) : {})) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const idempotencyKey = contract.idempotency === "required" ? randomUUID() : null;
  const sent = options.idempotencyKey === undefined ? idempotencyKey : options.idempotencyKey;
  if (sent !== null) headers.set("idempotency-key", sent);
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const query = options.query ? `?${new URLSearchParams(options.query)}` : "";
  const request = new Request(`http://closed-loop.test${path}${query}`, {
    method: contract.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const response = await handleRequest(request, { remoteAddress: options.address ?? "127.0.0.1" });
  assert.match(response.headers.get("x-request-id") ?? "", /^[0-9A-Za-z]{17}$/, "every answer names its request");
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A call that must succeed. Parses the body with the contract's schema for the returned status. */
export async function call<C extends OperationContract>(
  sender: Sender,
  contract: C,
  options: CallOptions<C> = {},
): Promise<Reply & { body: ResultOf<C> }> {
  const reply = await send(sender, contract, options);
  const response = contract.responses[reply.status];
  assert.ok(response, `${contract.id} answered ${reply.status}: ${reply.text}`);
  return { ...reply, body: response.schema.parse(JSON.parse(reply.text)) as ResultOf<C> };
}

/** A call that must fail with this status and code, which the contract must list. */
export async function expectError<C extends OperationContract>(
  sender: Sender | null,
  contract: C,
  options: CallOptions<C>,
  expected: { readonly status: number; readonly code: ErrorCode },
): Promise<Reply & ErrorBody> {
  const reply = await send(sender, contract, options);
  const body = ErrorBody.parse(JSON.parse(reply.text));
  assert.deepEqual({ status: reply.status, code: body.error.code }, expected, reply.text);
  assert.ok(errorCodesOf(contract).includes(expected.code), `${contract.id} does not announce ${expected.code}`);
  return { ...reply, ...body };
}
