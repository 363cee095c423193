import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { ScrollBox } from "@/components/ui/layout/scroll-box";

interface PanelProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A panel scrolls separately, so that all of them stay visible. */
export function Panel({ title, note, className, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={clsx("flex min-h-0 min-w-0 flex-col overflow-hidden rounded-8 border border-line", className)}
    >
      <div className="flex h-10 shrink-0 items-center justify-between gap-3 border-b border-line bg-raised px-4 text-13">
        <h2 className="text-13 font-medium">{title}</h2>
        <span className="truncate text-12 text-muted">{note}</span>
      </div>
      {children}
    </section>
  );
}

interface ScrollProps {
  readonly label: string;
  readonly className?: string;
  /** Scrolls to the end when this changes. */
  readonly endsWith?: number;
  readonly children: ReactNode;
}

export function Scroll({ label, className, endsWith, children }: ScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (endsWith !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [endsWith]);
  return (
    <ScrollBox ref={box} label={label} className={clsx("min-h-0 flex-1", className)}>
      {children}
    </ScrollBox>
  );
}
