import { CircleCheck, CircleHelp, CircleX, Eye, type LucideIcon, Stethoscope } from "lucide-react";
import { Empty } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { CodeBlock } from "@/components/ui/values/code-block";
import type { Step } from "./steps";

const LOOKS: Readonly<Record<Step["verdict"], readonly [LucideIcon, string, string]>> = {
  right: [CircleCheck, "text-good", "Right"],
  wrong: [CircleX, "text-bad", "Wrong"],
  look: [Eye, "text-warn", "Look"],
  open: [CircleHelp, "text-muted", "Open"],
};

function conclude(steps: readonly Step[]): string {
  const first = steps.find(({ verdict }) => verdict === "wrong");
  if (first) return `Wrong: ${first.title}`;
  return steps.some(({ verdict }) => verdict === "open") ? "No problems so far" : "The signature is right";
}

export function Diagnosis({ steps }: { readonly steps: readonly Step[] }) {
  if (steps.length === 0) {
    return (
      <Empty icon={Stethoscope} title="Nothing to check yet">
        Paste a request, or fill in its headers and body. The diagnosis appears here as you type.
      </Empty>
    );
  }
  return (
    <section className="min-w-0 lg:sticky lg:top-8">
      <div role="status">
        <SectionHead title={conclude(steps)} />
      </div>
      <ol className="divide-y divide-line rounded-8 border border-line">
        {steps.map(({ title, verdict, text, code }) => {
          const [Icon, color, word] = LOOKS[verdict];
          return (
            <li key={title} className="flex gap-3 p-4 text-14">
              <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
              <div className="min-w-0 flex-1">
                <p>
                  <span className="font-medium">{title}</span>{" "}
                  {verdict === "right" ? (
                    <span className="sr-only">{word}. </span>
                  ) : (
                    <span className={color}>{word}. </span>
                  )}
                  <span className="text-muted">{text}</span>
                </p>
                {code === undefined ? null : (
                  <div className="mt-2">
                    <CodeBlock label={title}>{code}</CodeBlock>
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
