import { toUserCaller } from "@/server/auth/session";
import { EnvironmentField } from "@/server/contracts/portal/shared/pages";
import { DomainError } from "@/server/domain/errors";
import { exportPerson } from "@/server/domain/personal-data";
import { actAsOperator } from "@/server/domain/users";
import { MemberId } from "@/server/platform/noun-ids";
import { createContext } from "./context";
import { answerFile, ownerOfFile } from "./file-answer";

type Asked = { readonly id: string; readonly environment: string | null } | null;

/** Everything held about a person, streamed as one JSON file. A 404 for anyone who may not have it. */
export async function answerPersonalData(headers: Headers, asked: Asked): Promise<Response> {
  const lines = await openFile(headers, asked);
  if (lines instanceof DomainError) return new Response(lines.message, { status: 409 });
  if (!lines) return new Response("There is nothing at this URL.", { status: 404 });
  return answerFile({ name: "closed-loop-data.json", type: "application/json" }, lines);
}

/** Null if not signed in, not an operator, or no such member. An error if the linking page belongs to another person. */
async function openFile(headers: Headers, asked: Asked): Promise<AsyncGenerator<string> | DomainError | null> {
  const context = createContext(headers, { pageOwner: ownerOfFile(headers) });
  try {
    const signedIn = await context.findSignedIn();
    if (!signedIn || signedIn.needsSecondFactor) return null;
    const user = toUserCaller(signedIn, context.requestId);
    if (asked === null) return await exportPerson(user);
    const environment = EnvironmentField.safeParse(asked.environment);
    if (!environment.success || !MemberId.is(asked.id) || signedIn.isShared) return null;
    const operator = await actAsOperator(user, { environment: environment.data });
    return await exportPerson({ operator, memberId: asked.id });
  } catch (error) {
    if (error instanceof DomainError) return error.code === "signed_in_as_another" ? error : null;
    throw error;
  }
}
