import { toUserCaller } from "@/server/auth/session";
import { EnvironmentField } from "@/server/contracts/portal/shared/pages";
import type { Environment, OperatorCaller, StaffCaller, UserCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { actAsOperator, actAsStaff } from "@/server/domain/users";
import { limitCalls } from "./call-limits";
import { createContext } from "./context";
import { answerFile, ownerOfFile } from "./file-answer";

interface Part<Cursor> {
  readonly text: string;
  readonly next: Cursor | null;
}

export function answerCsv<Cursor>(
  name: string,
  first: Part<Cursor>,
  read: (cursor: Cursor) => Promise<Part<Cursor>>,
): Response {
  return answerFile({ name, type: "text/csv" }, textsOf(first, read));
}

async function* textsOf<Cursor>(first: Part<Cursor>, read: (cursor: Cursor) => Promise<Part<Cursor>>) {
  let { text, next } = first;
  yield text;
  while (next !== null) {
    ({ text, next } = await read(next));
    yield text;
  }
}

interface TenantPlace {
  readonly tenant: string;
  readonly environment: string;
}

function refuse(status: number, words: string): Response {
  return new Response(words, { status });
}

type Answer<Caller> = (caller: Caller) => Promise<Response | null>;

/** For people who may read the tenant's pages. Everyone else, and every missing record, gets a 404. */
export function answerStaff(
  headers: Headers,
  { tenant, environment }: TenantPlace,
  answer: Answer<StaffCaller>,
): Promise<Response> {
  return answerSignedIn(headers, environment, async (user, environment) =>
    answer(await actAsStaff(user, { tenant, environment })),
  );
}

export function answerOperator(
  headers: Headers,
  environment: string | null,
  answer: Answer<OperatorCaller>,
): Promise<Response> {
  return answerSignedIn(headers, environment, async (user, environment) =>
    answer(await actAsOperator(user, { environment })),
  );
}

async function answerSignedIn(
  headers: Headers,
  environment: string | null,
  answer: (user: UserCaller, environment: Environment) => Promise<Response | null>,
): Promise<Response> {
  const nothing = () => refuse(404, "There is nothing at this URL.");
  const context = createContext(headers, { pageOwner: ownerOfFile(headers) });
  const parsed = EnvironmentField.safeParse(environment);
  try {
    const signedIn = await context.findSignedIn();
    if (!signedIn || signedIn.needsSecondFactor || !parsed.success) return nothing();
    await limitCalls("session", signedIn.sessionId);
    return (await answer(toUserCaller(signedIn, context.requestId), parsed.data)) ?? nothing();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "signed_in_as_another") return refuse(409, error.message);
    return error.code === "rate_limit_exceeded" ? refuse(429, error.message) : nothing();
  }
}
