import { clsx } from "clsx";
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

interface CalloutProps {
  readonly tone: "warn" | "bad";
  readonly title: string;
  /** For `aria-describedby`. */
  readonly id?: string;
  readonly children: ReactNode;
}

export function Callout({ tone, title, id, children }: CalloutProps) {
  const Icon = tone === "bad" ? CircleAlert : TriangleAlert;
  return (
    <section
      id={id}
      aria-label={title}
      className={clsx("flex gap-3 rounded-8 p-4 text-14", tone === "bad" ? "bg-bad-fill" : "bg-warn-fill")}
    >
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", tone === "bad" ? "text-bad" : "text-warn")} />
      <div className="min-w-0">
        <p className={clsx("font-medium", tone === "bad" ? "text-bad" : "text-warn")}>{title}</p>
        <div className="mt-1">{children}</div>
      </div>
    </section>
  );
}
