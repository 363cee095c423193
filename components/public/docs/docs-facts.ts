import type { ErrorCode } from "@/server/contracts/errors";

/** Facts that guides state but other modules define; pages pass them in. */
export interface DocsFacts {
  /** The service's URL, without a trailing slash. */
  readonly baseUrl: string;
  /** The files of the guides, by name without `.md`. */
  readonly guides: Readonly<Record<string, string>>;
  readonly snippets: Readonly<Record<string, string>>;
  /** The snippets that are one request, in the other languages. */
  readonly requests: Readonly<Record<string, Readonly<Record<"typescript" | "python", string>>>>;
  readonly receiver: { readonly verifier: string; readonly example: string };
  /** What changed in the API, the newest first; `date` is null for the coming release. */
  readonly apiChanges: readonly { readonly date: string | null; readonly text: string }[];
  readonly statuses: Readonly<Record<ErrorCode, number>>;
  readonly tiers: readonly { readonly name: string; readonly perSecond: number | null }[];
  readonly burstSeconds: number;
  readonly retryDelaysMs: readonly number[];
  readonly attempts: number;
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
  /** Public demo logins. Empty if the sandbox isn't seeded. */
  readonly logins: readonly { readonly email: string; readonly password: string }[];
}
