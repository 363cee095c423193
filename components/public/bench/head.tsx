import type { ReactNode } from "react";

interface HeadProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children?: ReactNode;
}

/** A minimum height keeps the layout stable, whatever the actions. */
export function Head({ title, lead, children }: HeadProps) {
  return (
    <div className="flex min-h-[4.5rem] flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <h1 className="text-20">{title}</h1>
        <p className="text-13 text-pretty text-muted">{lead}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
