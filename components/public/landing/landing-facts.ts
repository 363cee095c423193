import type { DemoPayment } from "@/server/trpc/types";

/** Facts that the start page states but other modules define; the page passes them in. */
export interface LandingFacts {
  /** The service's URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly snippets: Readonly<Record<string, string>>;
  /** The demo pays in the demo sandbox. */
  readonly hasDemo: boolean;
  readonly decline: {
    readonly code: string;
    readonly currency: string;
    readonly merchant: string;
    readonly member: DemoPayment["member"];
    readonly rules: DemoPayment["trace"]["rules"];
  };
  readonly bookChecks: readonly string[];
}
