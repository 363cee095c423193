import type { DemoPayment } from "@/server/trpc/types";

/** What the start page states that is decided elsewhere: the page passes it in. */
export interface LandingFacts {
  /** Where this service is, without a slash at the end. */
  readonly baseUrl: string;
  readonly snippets: Readonly<Record<string, string>>;
  /** Whether the sandbox is here, in which the demo pays. */
  readonly hasDemo: boolean;
  /** One decline as each who is told of it reads it. */
  readonly decline: {
    readonly code: string;
    readonly currency: string;
    readonly merchant: string;
    readonly member: DemoPayment["member"];
    readonly rules: DemoPayment["trace"]["rules"];
  };
  /** The checks of the books, by name. */
  readonly bookChecks: readonly string[];
}
