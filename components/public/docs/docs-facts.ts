import type { ErrorCode } from "@/server/contracts/errors";

/** What the guides state that is decided elsewhere: pages pass it in. */
export interface DocsFacts {
  /** Where this service is, without a slash at the end. */
  readonly baseUrl: string;
  /** Requests, answers and code that are run by a test, by file name. */
  readonly snippets: Readonly<Record<string, string>>;
  readonly receiver: { readonly verifier: string; readonly example: string };
  readonly statuses: Readonly<Record<ErrorCode, number>>;
  readonly tiers: readonly { readonly name: string; readonly perSecond: number | null }[];
  readonly burstSeconds: number;
  readonly retryDelaysMs: readonly number[];
  readonly attempts: number;
  /** Of each event type, with the body of a delivery. */
  readonly events: readonly {
    readonly type: string;
    readonly description: string;
    readonly example: Readonly<Record<string, unknown>>;
  }[];
  readonly risk: {
    readonly limit: number;
    readonly weights: readonly { readonly rule: string; readonly weight: number }[];
  };
  readonly maxIncrements: number;
  /** Public logins of the portal; none where the sandbox is not seeded. */
  readonly logins: readonly { readonly email: string; readonly password: string }[];
}
