import { findKnownBrowser, rememberBrowser } from "@/server/auth/known-browser";
import { readSession } from "@/server/auth/session";
import { forgetFailures } from "@/server/auth/sign-in-limits";
import type { SignedIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { clientAddress, currentConnection } from "@/server/platform/connection";
import { newRecordId, type RecordId } from "@/server/platform/ids";

/** A request before it is known who sent it. */
export interface TrpcContext {
  readonly requestId: RecordId;
  /** The caller's, for limits; null where the host does not know. */
  readonly address: string | null;
  /** Reads the session's row, once a request. */
  readonly findSignedIn: () => Promise<SignedIn | null>;
  /** From now on the browser of this request is one that was in before, for that login: its answer has a cookie. */
  readonly rememberBrowser: (email: string) => Promise<void>;
}

/** `answer` are the headers of the request's answer, for what goes there. */
export function createContext(headers: Headers, answer = new Headers()): TrpcContext {
  let session: Promise<SignedIn | null> | undefined;
  return {
    requestId: newRecordId(now()),
    address: clientAddress(headers.get("x-forwarded-for"), currentConnection()),
    findSignedIn: () => {
      session ??= readSession(headers);
      return session;
    },
    rememberBrowser: async (email) => {
      const cookie = rememberBrowser(headers.get("cookie"), email);
      answer.append("set-cookie", cookie);
      const browser = findKnownBrowser(cookie.split(";")[0] ?? null, email);
      if (browser) await forgetFailures(browser);
    },
  };
}
