import { clsx } from "clsx";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";

interface Rule {
  readonly rule: string;
  readonly code: string;
  readonly hasPassed: boolean;
}

export function RuleItem({
  rule: { rule, code, hasPassed },
  children,
}: {
  readonly rule: Rule;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex gap-3 px-4 py-2.5 text-14">
      {hasPassed ? (
        <Check aria-label="passed" className="mt-0.5 size-4 shrink-0 text-good" />
      ) : (
        <X aria-label="declined" className="mt-0.5 size-4 shrink-0 text-bad" />
      )}
      <span className="min-w-0 flex-1">
        <span className={clsx("block first-letter:uppercase", !hasPassed && "font-medium text-bad")}>{rule}</span>
        <span className="block text-13 wrap-anywhere text-muted empty:hidden">{children}</span>
      </span>
      {hasPassed ? null : <span className="text-13 font-medium text-bad tabular-nums">{code}</span>}
    </li>
  );
}
