import type { UserCaller } from "@/server/domain/caller";
import { findSession, type SignedIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { cookies, readCookie } from "./cookie";
import { openSession } from "./session-cookie";

/** The person behind the request's cookie, or null. Reads the session's row each time. */
export async function readSession(headers: Headers): Promise<SignedIn | null> {
  const token = readCookie(headers.get("cookie") ?? "", cookies().sessionToken.name);
  if (!token) return null;
  const content = await openSession({ token }).catch(() => null);
  const sid = content?.sid;
  return typeof sid === "string" ? findSession({ now: now() }, sid) : null;
}

export function toUserCaller({ userId, sessionId, email }: SignedIn, requestId = newRecordId(now())): UserCaller {
  return { kind: "user", userId, sessionId, email, now: now(), requestId };
}
