import type { ReactNode } from "react";

/** A plain link: entry pages have no client router. */
export function TextLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} className="font-medium text-accent underline-offset-4 hover:underline">
      {children}
    </a>
  );
}

export function FormFailure({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="rounded-8 bg-bad-fill p-3 text-14 text-bad">
      {children}
    </p>
  );
}
