import { RuleItem } from "@/components/shared/decisions/rule-item";
import { saySeen } from "@/components/shared/decisions/say-seen";
import { ScrollBox } from "@/components/ui/layout/scroll-box";
import type { DemoPayment } from "@/server/trpc/types";
import { Device } from "./device";

const LINES = ["w-40", "w-52", "w-36", "w-48", "w-44", "w-56"];

export function Desk({ payment }: { readonly payment: DemoPayment | null }) {
  return (
    <Device shape="screen">
      <p className="mb-4 flex items-center justify-between gap-4">
        <span className="text-14 font-semibold">Sandbox Coffee Co</span>
        <span className="rounded-full bg-warn-fill px-2 py-0.5 text-12 font-medium text-warn">Test data</span>
      </p>
      {payment ? <Decision payment={payment} /> : <NoDecision />}
    </Device>
  );
}

function NoDecision() {
  return (
    <>
      <p className="pb-4 text-14 text-muted">Every rule of a decision, with the values it checked.</p>
      <ul aria-hidden className="divide-y divide-line border-y border-line">
        {LINES.map((width) => (
          <li key={width} className="flex items-center gap-3 py-3.5">
            <span className="size-4 rounded-full bg-hover" />
            <span className={`h-3 rounded-4 bg-hover ${width}`} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Decision({ payment: { sale, trace, currency } }: { readonly payment: DemoPayment }) {
  const failedFirst = [...trace.rules].sort((a, b) => Number(a.hasPassed) - Number(b.hasPassed));
  return (
    <>
      <p className="pb-4 text-14">
        <span className={sale.approved ? "font-medium text-good" : "font-medium text-bad"}>
          {sale.approved ? "Approved" : `Declined ${sale.reasonCode}`}
        </span>
        <span className="text-muted">
          {" "}
          · {trace.rules.length} rules{sale.approved ? ` · risk ${sale.riskScore} of 100` : ""}
        </span>
      </p>
      <ScrollBox
        label="Rules of the decision"
        className="-mx-5 -mb-5 min-h-0 flex-1 animate-fade border-t border-line px-5 pb-3"
      >
        <ul className="divide-y divide-line">
          {failedFirst.map((rule) => (
            <RuleItem key={rule.rule} rule={rule}>
              {saySeen(rule.saw, currency, "en-US")}
            </RuleItem>
          ))}
        </ul>
      </ScrollBox>
    </>
  );
}
