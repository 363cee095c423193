import { CircleCheck, CircleX, Clock } from "lucide-react";
import { pathOf } from "@/components/shared/console/use-place";
import { Link } from "@/components/ui/navigation/link";
import type { Step } from "@/server/contracts/statement-proof/steps";
import { useTenant } from "../../shell/use-tenant";

const STATES = {
  holds: { icon: CircleCheck, word: "Holds", color: "text-good" },
  fails: { icon: CircleX, word: "Fails", color: "text-bad" },
  open: { icon: Clock, word: "Open", color: "text-warn" },
} as const;

const MAX_FINDINGS = 20;
const MAX_LINES = 5;

export function ProofSteps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ul aria-label="Steps of the proof" className="divide-y divide-line rounded-8 border border-line">
      {steps.map((step) => (
        <StepRow key={step.name} step={step} />
      ))}
    </ul>
  );
}

function StepRow({ step: { state, says, findings } }: { readonly step: Step }) {
  const { place } = useTenant();
  const { icon: Icon, word, color } = STATES[state];
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-14">
      <Icon role="img" aria-label={word} className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="min-w-0">
        <p className="wrap-anywhere">{says}</p>
        {findings.length > 0 ? (
          <ul className="mt-2 flex flex-col gap-1 text-13">
            {findings.slice(0, MAX_FINDINGS).map(({ says: what, lines }) => (
              <li key={`${what} ${lines[0]?.id ?? ""}`} className="flex flex-wrap items-center gap-x-2">
                <span className={color}>{what}</span>
                {lines.slice(0, MAX_LINES).map(({ id, authorizationId }) => (
                  <Link
                    key={id}
                    href={pathOf(place, `authorizations?search=${authorizationId}`)}
                    className="font-mono font-medium text-accent hover:underline"
                  >
                    {authorizationId}
                  </Link>
                ))}
                {lines.length > MAX_LINES ? (
                  <span className="text-muted">and {lines.length - MAX_LINES} more</span>
                ) : null}
              </li>
            ))}
            {findings.length > MAX_FINDINGS ? (
              <li className="text-muted">The first {MAX_FINDINGS} are shown.</li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </li>
  );
}
