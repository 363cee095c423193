import { clsx } from "clsx";
import type { ReactNode } from "react";

interface SideProps {
  readonly who: string;
  readonly what: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Side({ who, what, className, children }: SideProps) {
  return (
    <section aria-label={who} className={clsx("flex min-w-0 flex-col gap-4", className)}>
      <p className="text-13 text-muted">
        <span className="font-medium text-text">{who}</span> · {what}
      </p>
      {children}
    </section>
  );
}

const SHAPES = {
  phone: ["rounded-[2.25rem] p-2", "rounded-[1.75rem] px-5 pt-3 pb-5"],
  screen: ["rounded-[1rem] p-2", "rounded-8 p-5"],
} as const;

interface DeviceProps {
  readonly shape: keyof typeof SHAPES;
  readonly children: ReactNode;
}

export function Device({ shape, children }: DeviceProps) {
  const [frame, screen] = SHAPES[shape];
  return (
    <div className={clsx("h-full border border-line bg-raised", frame)}>
      <div className={clsx("flex h-full flex-col overflow-hidden border border-line bg-page", screen)}>{children}</div>
    </div>
  );
}
