import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link";

interface PageHeadProps {
  readonly title: ReactNode;
  readonly purpose?: string;
  readonly note?: ReactNode;
  /** On the right on a desktop; on a phone, the page's bottom bar has it. */
  readonly action?: ReactNode;
  readonly back?: { readonly href: string; readonly label: string };
}

export function PageHead({ title, purpose, note, action, back }: PageHeadProps) {
  return (
    <header className="mb-6">
      {back ? (
        <Link
          href={back.href}
          className="-ml-2 mb-2 inline-flex h-9 items-center gap-1.5 rounded-8 px-2 text-14 text-muted hover:bg-hover hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" /> {back.label}
        </Link>
      ) : null}
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-28 wrap-anywhere">{title}</h1>
          {purpose ? (
            <div className="mt-1 flex flex-wrap items-center gap-x-3 text-14 text-muted">
              <p className="min-w-0 wrap-anywhere">{purpose}</p>
              {note}
            </div>
          ) : null}
        </div>
        {action ? <div className="hidden shrink-0 lg:block">{action}</div> : null}
      </div>
    </header>
  );
}

export function ThumbAction({ children }: { readonly children: ReactNode }) {
  return (
    <div
      data-bar="bottom"
      className="fixed inset-x-0 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-20 border-t border-line bg-page px-4 py-3 lg:hidden"
    >
      {children}
    </div>
  );
}

interface SectionHeadProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

export function SectionHead({ title, note, children }: SectionHeadProps) {
  return (
    <div className="mb-3 flex min-h-6 items-baseline justify-between gap-4">
      <div className="flex items-baseline gap-3">
        <h2 className="text-16">{title}</h2>
        {note}
      </div>
      {children}
    </div>
  );
}
