import { findKnownBrowser, rememberBrowser } from "@/server/auth/known-browser";
import { readSession } from "@/server/auth/session";
import { forgetFailures } from "@/server/auth/sign-in-limits";
import { PAGE_OWNER_HEADER, type PageOwner, readPageOwner } from "@/server/contracts/portal/shared/page-owner";
import { DomainError } from "@/server/domain/errors";
import type { SignedIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { clientAddress, currentConnection } from "@/server/platform/connection";
import { newRecordId, type RecordId } from "@/server/platform/ids";

/** A request before it is known who sent it. */
export interface TrpcContext {
  readonly requestId: RecordId;
  /** The caller's, for limits; null where the host does not know. */
  readonly address: string | null;
  /** Whose page sends it; null where it doesn't say. */
  readonly pageOwner: PageOwner | null;
  /** Reads the session's row, once a request. Throws `signed_in_as_another` where the page is someone else's. */
  readonly findSignedIn: () => Promise<SignedIn | null>;
  /** From now on the browser of this request is one that was in before, for that login: its answer has a cookie. */
  readonly rememberBrowser: (email: string) => Promise<void>;
}

interface Given {
  /** Headers of the request's answer, for what goes there. */
  readonly answer?: Headers;
  /** Left out: as a header says. */
  readonly pageOwner?: PageOwner | null;
}

async function readOwnSession(headers: Headers, pageOwner: PageOwner | null): Promise<SignedIn | null> {
  const signedIn = await readSession(headers);
  if (signedIn && pageOwner && pageOwner.userId !== signedIn.userId) throw signedInAsAnother();
  return signedIn;
}

export function signedInAsAnother(): DomainError {
  return new DomainError("signed_in_as_another", "Someone else has signed in to this browser. Reload the page.");
}

export function createContext(
  headers: Headers,
  { answer = new Headers(), pageOwner = readPageOwner(headers.get(PAGE_OWNER_HEADER)) }: Given = {},
): TrpcContext {
  let session: Promise<SignedIn | null> | undefined;
  return {
    pageOwner,
    requestId: newRecordId(now()),
    address: clientAddress(headers.get("x-forwarded-for"), currentConnection()),
    findSignedIn: () => {
      session ??= readOwnSession(headers, pageOwner);
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
