import type { ReactNode } from "react";
import { BrandStyle } from "@/components/shared/brand/brand-style";
import { BRAND, Mark } from "@/components/ui/layout/mark";
import type { Looks } from "@/server/contracts/brand/looks";

interface EntryPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly isWide?: boolean;
  /** A tenant's branding; the default is the network's own. */
  readonly brand?: { readonly name: string; readonly looks: Looks } | undefined;
  readonly children: ReactNode;
}

export function EntryPage({ title, lead, isWide = false, brand, children }: EntryPageProps) {
  return (
    <main
      className={`mx-auto flex min-h-dvh w-full flex-col px-5 pt-16 pb-12 sm:pt-[12vh] ${isWide ? "max-w-[40rem]" : "max-w-[25rem]"}`}
    >
      <BrandStyle tones={brand?.looks.tones} />
      {/* A plain link: these pages stay small without the client router. */}
      <a href="/" className={BRAND}>
        <Mark name={brand?.name} logo={brand?.looks.logo} />
      </a>
      <h1 className="mt-8 text-28">{title}</h1>
      {lead ? <p className="mt-2 text-16 text-muted">{lead}</p> : null}
      <div className="mt-6">{children}</div>
    </main>
  );
}

export function OtherWays({ children }: { readonly children: ReactNode }) {
  return <p className="mt-6 text-14 text-muted">{children}</p>;
}
