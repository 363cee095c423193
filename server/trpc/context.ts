import { readSession } from "@/server/auth/session";
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
}

export function createContext(headers: Headers): TrpcContext {
  let session: Promise<SignedIn | null> | undefined;
  return {
    requestId: newRecordId(now()),
    address: clientAddress(headers.get("x-forwarded-for"), currentConnection()),
    findSignedIn: () => {
      session ??= readSession(headers);
      return session;
    },
  };
}
