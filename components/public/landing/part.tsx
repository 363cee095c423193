import type { ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link";

interface PartProps {
  readonly title: string;
  readonly lead: string;
  readonly more?: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

export function Part({ title, lead, more, children }: PartProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-8 border-t border-line py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:gap-16 lg:py-16">
      <div className="lg:sticky lg:top-24 lg:self-start">
        <h2 className="text-28 text-balance">{title}</h2>
        <p className="mt-3 max-w-[27.5rem] text-16 text-pretty text-muted">{lead}</p>
        {more ? (
          <p className="mt-4 text-14">
            <Link href={more.href} className="font-medium text-accent underline-offset-4 hover:underline">
              {more.label}
            </Link>
          </p>
        ) : null}
      </div>
      {children}
    </section>
  );
}

interface FactsProps {
  readonly facts: readonly { readonly title: string; readonly text: string }[];
}

export function FactGrid({ facts }: FactsProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 sm:grid-cols-2">
      {facts.map(({ title, text }) => (
        <div key={title}>
          <dt className="text-14 font-semibold">{title}</dt>
          <dd className="mt-1 text-14 text-pretty text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
