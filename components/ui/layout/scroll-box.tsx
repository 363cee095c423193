import { clsx } from "clsx";
import type { ReactNode, Ref } from "react";

interface ScrollBoxProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

export function ScrollBox({ label, className, ref, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls; this names a box that scrolls
    <div
      ref={ref}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx("overflow-auto -outline-offset-2", className)}
    >
      {children}
    </div>
  );
}
