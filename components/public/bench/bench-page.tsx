import { SiteFooter } from "../site/site-footer";
import { ActionLink, SiteHeader } from "../site/site-header";
import { Bench } from "./bench";

interface BenchPageProps {
  readonly baseUrl: string;
  readonly hasDemo: boolean;
}

export function BenchPage({ baseUrl, hasDemo }: BenchPageProps) {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-[90rem] px-4 pb-8 lg:px-8">
        {hasDemo ? <Bench baseUrl={baseUrl} /> : <NoBench />}
      </main>
      <SiteFooter />
    </>
  );
}

function NoBench() {
  return (
    <div className="max-w-[32.5rem] py-16">
      <h1 className="text-28">No bench here</h1>
      <p className="mt-3 mb-6 text-16 text-pretty text-muted">
        The bench pays in the public sandbox, which this service doesn’t have.
      </p>
      <ActionLink href="/docs">Read the docs</ActionLink>
    </div>
  );
}
