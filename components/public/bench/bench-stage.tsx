import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import { Books } from "./books";
import { Side } from "./device";
import { Phone } from "./phone";
import type { Press } from "./press";
import { stateAfter } from "./run-state";
import { Steps } from "./steps";
import { Till } from "./till";
import { Webhooks } from "./webhooks";

interface BenchStageProps {
  readonly baseUrl: string;
  readonly steps: readonly BenchStep[];
  readonly busy: Press["act"] | null;
  /** Null: a recorded run, which is read-only. */
  readonly press: ((press: Press) => void) | null;
}

/**
 * On a desktop, all panels are visible and scroll separately; on a phone they are stacked. The member's phone comes first in
 * the DOM, and so in the tab order, because a run begins there.
 */
export function BenchStage({ baseUrl, steps, busy, press }: BenchStageProps) {
  const state = stateAfter(steps);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:h-[calc(100dvh-var(--band)-10.5rem)] xl:min-h-[44.5rem] xl:grid-cols-[minmax(0,1fr)_23.75rem]">
      <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] gap-5 xl:grid-rows-[minmax(26.5rem,4fr)_minmax(0,3fr)]">
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_21.25rem]">
          <Side who="Member" what="Robin’s phone" className="min-h-[26.5rem] gap-2">
            <div className="min-h-0 flex-1">
              <Phone state={state} busy={busy} press={press} />
            </div>
          </Side>
          <Side who="Merchant" what="Sandbox Café’s till" className="min-h-[26.5rem] gap-2 md:order-first">
            <div className="min-h-0 flex-1">
              <Till state={state} busy={busy} press={press} />
            </div>
          </Side>
        </div>
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-5 max-md:auto-rows-[20rem] md:grid-cols-2 md:max-xl:h-90 xl:grid-cols-[minmax(0,1fr)_21.25rem]">
          <Webhooks state={state} />
          <Books state={state} />
        </div>
      </div>
      <div className="min-h-0 min-w-0 max-xl:h-[26.25rem]">
        <Steps baseUrl={baseUrl} steps={steps} />
      </div>
    </div>
  );
}
