import { clsx } from "clsx";
import type { ReactNode } from "react";
import { ScrollBox } from "../layout/scroll-box";
import { CopyCode } from "./copy-code";

interface CodeBlockProps {
  readonly label: string;
  readonly note?: ReactNode;
  /** Text that the copy button copies. Without it, there is no button. */
  readonly copies?: string | undefined;
  readonly isBounded?: boolean;
  readonly children: ReactNode;
}

/** Code that scrolls horizontally, also by keyboard. */
export function CodeBlock({ label, note, copies, isBounded = false, children }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-8 border border-line bg-raised">
      <figcaption className="flex h-9 items-center justify-between gap-3 border-b border-line pr-1 pl-4 text-12 text-muted">
        <span className="flex min-w-0 items-center gap-3">
          <span className="truncate font-medium">{label}</span>
          {note}
        </span>
        {copies === undefined ? null : <CopyCode text={copies} what={label} />}
      </figcaption>
      <ScrollBox label={label} className={clsx("px-4 py-3 text-12 leading-5 sm:text-13", isBounded && "max-h-[30rem]")}>
        <pre translate="no">
          <code>{children}</code>
        </pre>
      </ScrollBox>
    </figure>
  );
}
