import type { ReactNode } from "react";
import { BRAND, Mark } from "../layout/mark";

interface NoticeProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Notice({ title, children }: NoticeProps) {
  return (
    <main className="mx-auto max-w-[35rem] px-6 py-16 sm:py-24">
      <a href="/" className={BRAND}>
        <Mark />
      </a>
      <h1 className="mt-8 text-28">{title}</h1>
      <div className="mt-2 text-16 text-muted [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-3">
        {children}
      </div>
    </main>
  );
}
