import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { ErrorBody } from "@/server/contracts/error-body";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { credentialsOf, type Sender } from "@/server/testing/clients/credentials";
import type { Random } from "../random";
import { type Exchange, isSuccess, type SentRequest, settles, type Try } from "./history";

type BodyOf<C extends OperationContract> = C["body"] extends { schema: infer S extends z.ZodType } ? z.input<S> : never;
type ResultOf<C extends OperationContract> = z.output<C["responses"][keyof C["responses"] & number]["schema"]>;

export interface Asked<C extends OperationContract> {
  readonly as: Sender | null;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<C>;
  /** A body that isn’t JSON. */
  readonly file?: string;
  readonly does?: (answer: ResultOf<C>) => readonly string[];
  readonly mayRefuse?: readonly string[];
}

/** No answer arrived within the grace period. */
export class UnsettledError extends Error {
  override readonly name = "UnsettledError";
}

/** The client's request timeout. */
const PATIENCE_MS = 4_000;
/** After the last fault, every request must be answered within this time. */
const GRACE_MS = 90_000;

/** Never throws: the status is null if no answer arrived. */
export async function sendOnce(url: string, { method, path, headers, body }: SentRequest): Promise<Try> {
  const at = Date.now();
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`${url}${path}`, { method, headers, signal, ...(body === null ? {} : { body }) });
    const text = await response.text();
    return { at, status: response.status, text, isReplay: response.headers.has("idempotent-replayed") };
  } catch (error) {
    return { at, status: null, text: error instanceof Error ? error.name : "", isReplay: false };
  }
}

/** A client that works sequentially, and retries each request with its key until it is answered. */
export class Client {
  #count = 0;
  readonly random: Random;

  constructor(
    readonly name: string,
    random: Random,
    private readonly urls: readonly string[],
    private readonly history: Exchange[],
    private readonly until: number,
  ) {
    this.random = random;
  }

  isOver(): boolean {
    return Date.now() >= this.until;
  }

  /** Objects to the client's last answer, which can't be right. */
  object(reason: string): void {
    this.history.findLast(({ client }) => client === this.name)?.objections.push(reason);
  }

  /** Returns null if the request was refused. Throws UnsettledError. */
  async ask<const C extends OperationContract>(contract: C, asked: Asked<C>): Promise<ResultOf<C> | null> {
    const exchange = this.#exchangeOf(contract, asked);
    this.history.push(exchange);
    // Sometimes repeat an answered request, like a client that lost its state.
    const settled = await this.#sendUntilSettled(exchange, this.random.next() < 0.15 ? 2 : 1);
    if (!isSuccess(settled)) {
      const code = ErrorBody.safeParse(parse(settled.text)).data?.error.code ?? settled.text;
      if (!exchange.mayRefuse.includes(code)) exchange.objections.push(`refused with ${settled.status} ${code}`);
      return null;
    }
    const schema = contract.responses[settled.status ?? 0]?.schema;
    const parsed = schema?.safeParse(parse(settled.text));
    if (!parsed?.success) {
      exchange.objections.push(`answered ${settled.status} with what its contract does not know: ${settled.text}`);
      return null;
    }
    const answer = parsed.data as ResultOf<C>;
    exchange.effects.push(...(asked.does?.(answer) ?? []));
    return answer;
  }

  async #sendUntilSettled(exchange: Exchange, times: number): Promise<Try> {
    let left = times;
    const deadline = Math.max(this.until, Date.now()) + GRACE_MS;
    // Each retry goes to the next process.
    for (let number = this.random.integer(0, 100); Date.now() < deadline; number += 1) {
      const tried = await sendOnce(this.urls[number % this.urls.length] ?? "", exchange.request);
      exchange.tries.push(tried);
      if (settles(tried)) left -= 1;
      if (left === 0) return tried;
      if (!settles(tried)) await sleep(50 + Math.random() * 200);
    }
    throw new UnsettledError(`${exchange.operation} has no answer`);
  }

  #exchangeOf<const C extends OperationContract>(contract: C, asked: Asked<C>): Exchange {
    this.#count += 1;
    const key = contract.idempotency === "none" ? null : `faults-${this.name}-${this.#count}`;
    const bare = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => asked.params?.[name] ?? "");
    const path = asked.query ? `${bare}?${new URLSearchParams(asked.query)}` : bare;
    const body = asked.file ?? (asked.body === undefined ? null : JSON.stringify(asked.body));
    const headers = {
      ...(asked.as ? credentialsOf(asked.as) : {}),
      ...(body === null ? {} : { "content-type": "application/json" }),
      ...(key === null ? {} : { "idempotency-key": key }),
    };
    return {
      client: this.name,
      operation: contract.id,
      key,
      request: { method: contract.method, path, headers, body },
      tries: [],
      effects: [],
      mayRefuse: asked.mayRefuse ?? [],
      objections: [],
    };
  }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
