import { findKnownBrowser, rememberBrowser } from "@/server/auth/known-browser";
import { readSession } from "@/server/auth/session";
import { forgetFailures } from "@/server/auth/sign-in-limits";
import { PAGE_OWNER_HEADER, type PageOwner, readPageOwner } from "@/server/contracts/portal/shared/page-owner";
import { DomainError } from "@/server/domain/errors";
import type { SignedIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { clientNetwork, currentConnection } from "@/server/platform/connection";
import { newRecordId, type RecordId } from "@/server/platform/ids";

export interface TrpcContext {
  readonly requestId: RecordId;
  /** Caller's address, for limits; null if the host doesn't know it. */
  readonly address: string | null;
  readonly pageOwner: PageOwner | null;
  /** Reads the session once per request. Throws `signed_in_as_another` if the page belongs to another person. */
  readonly findSignedIn: () => Promise<SignedIn | null>;
  /** Sets a cookie that marks this browser as one that signed in to this login before. */
  readonly rememberBrowser: (email: string) => Promise<void>;
}

interface Given {
  readonly answer?: Headers;
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
    address: clientNetwork(headers.get("x-forwarded-for"), currentConnection()),
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
