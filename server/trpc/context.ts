import { readSession } from "@/server/auth/session";
import type { SignedIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";

/** A request before it is known who sent it. */
export interface TrpcContext {
  readonly requestId: RecordId;
  /** Reads the session's row, once a request. */
  readonly findSignedIn: () => Promise<SignedIn | null>;
}

export function createContext(headers: Headers): TrpcContext {
  let session: Promise<SignedIn | null> | undefined;
  return {
    requestId: newRecordId(now()),
    findSignedIn: () => {
      session ??= readSession(headers);
      return session;
    },
  };
}
