import { Snippet } from "../docs/snippet";
import { ActionLink, SiteHeader } from "../site/site-header";
import { Audience } from "./audience";
import { CaptureInTheBooks } from "./capture-in-the-books";
import { Proofs } from "./proofs";

interface LandingProps {
  readonly snippets: Readonly<Record<string, string>>;
}

/** The product on one screen: what it is, for whom, a first request that works, and why to believe it. */
export function Landing({ snippets }: LandingProps) {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-[1440px] px-4 lg:px-8">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 py-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-16 lg:pb-8">
          <div className="flex flex-col gap-8">
            <Pitch />
            <Audience />
          </div>
          <div className="grid content-start gap-3">
            <Snippet facts={{ snippets }} name="authorize.sh" label="Request" note="runs as it stands" />
            <Snippet facts={{ snippets }} name="authorize.json" label="Response" note="201 Created" />
            <CaptureInTheBooks />
          </div>
        </div>
        <Proofs />
        <footer className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line py-4 text-13 text-muted">
          <span>Open source, MIT.</span>
          <span>
            <code>npm start</code> runs all of it: Node.js and npm, nothing else.
          </span>
          <a href="/openapi/v1.json" className="underline underline-offset-2 hover:text-text lg:ml-auto">
            OpenAPI
          </a>
          <a href="/v1/health" className="underline underline-offset-2 hover:text-text">
            Health
          </a>
        </footer>
      </main>
    </>
  );
}

function Pitch() {
  return (
    <div>
      <h1 className="text-28 text-balance sm:text-40">A payment network of your own, acquirer and issuer in one</h1>
      <p className="mt-4 max-w-[520px] text-16 text-pretty text-muted">
        Your merchants charge, your members pay, and every cent moves through one ledger. No card scheme in the middle,
        no one to reconcile with.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ActionLink href="/sign-up" isPrimary>
          Create a sandbox
        </ActionLink>
        <ActionLink href="/docs">Read the docs</ActionLink>
      </div>
    </div>
  );
}
