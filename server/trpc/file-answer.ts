import { toUserCaller } from "@/server/auth/session";
import { PAGE_OWNER_PARAM, type PageOwner, readPageOwner } from "@/server/contracts/portal/shared/page-owner";
import { EnvironmentField } from "@/server/contracts/portal/shared/pages";
import type { OperatorCaller, StaffCaller, UserCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { readForPage, readInTurn } from "@/server/domain/read-for-page";
import { actAsOperator, actAsStaff } from "@/server/domain/users";
import { limitCalls, openAnswer } from "./call-limits";
import { createContext } from "./context";

export interface FileParts {
  readonly name: string;
  readonly type: string;
  /** Text, read as it is sent. Each part is read in one turn, so it is a page of records. */
  readonly parts: AsyncGenerator<string>;
}

type Open<Caller> = (caller: Caller) => FileParts | null | Promise<FileParts | null>;

interface TenantPlace {
  readonly tenant: string;
  readonly environment: string;
}

/** For people who may read the tenant's pages. Everyone else, and every missing record, gets a 404. */
export function answerStaff(
  headers: Headers,
  { tenant, environment }: TenantPlace,
  open: Open<StaffCaller>,
): Promise<Response> {
  return answerSignedIn(headers, async (user) => {
    const parsed = EnvironmentField.safeParse(environment);
    return parsed.success ? open(await actAsStaff(user, { tenant, environment: parsed.data })) : null;
  });
}

export function answerOperator(
  headers: Headers,
  environment: string | null,
  open: Open<OperatorCaller>,
): Promise<Response> {
  return answerSignedIn(headers, async (user) => {
    const parsed = EnvironmentField.safeParse(environment);
    return parsed.success ? open(await actAsOperator(user, { environment: parsed.data })) : null;
  });
}

/** 409 if the linking page belongs to another person, 429 beyond a limit, and otherwise 404 for whoever may not have the file. */
export async function answerSignedIn(headers: Headers, open: Open<UserCaller>): Promise<Response> {
  const context = createContext(headers, { pageOwner: ownerOfFile(headers) });
  const { address } = context;
  try {
    const signedIn = await readInTurn(address, context.findSignedIn);
    if (!signedIn || signedIn.needsSecondFactor) return nothing();
    await limitCalls("session", signedIn.sessionId);
    const close = openAnswer("file", signedIn, address);
    if (!close) throw new DomainError("rate_limit_exceeded", TOO_MANY, { retryAfterSeconds: RETRY_AFTER_S });
    try {
      const file = await open(toUserCaller(signedIn, context.requestId));
      if (file) return await answerFile(file, address, close);
    } catch (error) {
      close();
      throw error;
    }
    close();
    return nothing();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refusalOf(error) ?? nothing();
  }
}

const TOO_MANY = "Too many downloads at once. Try again when one of them has ended.";
const RETRY_AFTER_S = 10;

function ownerOfFile(headers: Headers): PageOwner | null {
  const address = headers.get("x-closed-loop-address") ?? "/";
  return readPageOwner(new URL(address, "http://localhost").searchParams.get(PAGE_OWNER_PARAM));
}

function nothing(): Response {
  return new Response("There is nothing at this URL.", { status: 404 });
}

function refusalOf({ code, message, retryAfterSeconds }: DomainError): Response | null {
  if (code === "signed_in_as_another") return new Response(message, { status: 409 });
  if (code !== "rate_limit_exceeded") return null;
  return new Response(message, { status: 429, headers: { "retry-after": String(retryAfterSeconds) } });
}

/** A file of which nothing was taken for this long is ended. Some clients go without a word. */
const WAITS_FOR_READER_MS = 120_000;

/** Reads the first part before it answers, because its errors have a status. */
async function answerFile({ name, type, parts }: FileParts, address: string | null, close: () => void) {
  const encoder = new TextEncoder();
  const texts = inTurns(parts, address, close);
  let first: IteratorResult<string, void> | null = await texts.next();
  let waiting: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(waiting);
      const { done, value } = first ?? (await texts.next());
      first = null;
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
      waiting = setTimeout(() => {
        controller.error(new Error("nobody reads this file"));
        void texts.return();
      }, WAITS_FOR_READER_MS).unref();
    },
    async cancel() {
      clearTimeout(waiting);
      await texts.return();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** A turn ends with its part, so that a slow reader keeps none. */
async function* inTurns(parts: FileParts["parts"], address: string | null, close: () => void) {
  try {
    while (true) {
      const { done, value } = await readInTurn(address, () => readForPage(() => parts.next()));
      if (done) return;
      yield value;
    }
  } finally {
    close();
  }
}
