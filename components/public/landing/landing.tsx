import { Link } from "@/components/ui/navigation/link";
import { Code, Snippet } from "../docs/snippet";
import { SiteFooter } from "../site/site-footer";
import { ActionLink, SiteHeader } from "../site/site-header";
import { Books } from "./books";
import { Decline } from "./decline";
import { BeginLink } from "./demo/demo";
import { FirstFrame } from "./demo/first-frame";
import { DEPLOY_COMMANDS, SECURITY, USES } from "./facts";
import { FinishedPayment } from "./finished-payment";
import type { LandingFacts } from "./landing-facts";
import { Measured } from "./measured";
import { FactGrid, Part } from "./part";

export function Landing({ facts }: { readonly facts: LandingFacts }) {
  const { baseUrl, hasDemo, decline, bookChecks } = facts;
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-[90rem] px-4 lg:px-8">
        <Pitch hasDemo={hasDemo} />
        {hasDemo ? (
          <section id="demo" aria-labelledby="try-it" className="scroll-mt-14 border-t border-line py-10">
            <h2 id="try-it" className="text-20">
              Make a code, and charge it
            </h2>
            <p className="mt-1 mb-8 max-w-[42.5rem] text-14 text-pretty text-muted">
              A payment in this service’s own sandbox: real rules, real entries, test money. Each request below does the
              same from a terminal. Hold, capture, void, and refund on{" "}
              <Link href="/bench" className="text-accent underline underline-offset-2">
                the bench
              </Link>
              .
            </p>
            <FirstFrame baseUrl={baseUrl} />
          </section>
        ) : null}
        <Books checks={bookChecks} />
        <Decline decline={decline} />
        <Part
          title="A small API"
          lead="Authorize, capture, increment, void, refund. A sale is one request, and the keys on this site work as printed."
          more={{ href: "/docs", label: "Quick start" }}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <Snippet
              facts={facts}
              name="authorize.sh"
              label="Request"
              note={hasDemo ? "runs as it stands" : undefined}
            />
            <Snippet facts={facts} name="authorize.json" label="Response" note="201 Created" />
          </div>
        </Part>
        <Part
          title="Two commands to your own"
          lead="The app, PostgreSQL, and Redis in containers, without root and on a read-only file system. On one machine, npm start is all it takes: Node.js and npm, nothing else."
        >
          <Code label="Deploy" text={DEPLOY_COMMANDS} language="bash" />
        </Part>
        <Part
          title="What it carries"
          lead="Requests that arrive together share one read and one write. A rule of thumb for planning: 200 payments a second for each core."
          more={{ href: "/docs/rate-limits", label: "Rate limits" }}
        >
          <Measured />
        </Part>
        <Part
          title="Secure by construction"
          lead="The threat model names who would attack what, what stops them, and the test that proves it."
          more={{ href: "/docs/authentication", label: "Authentication" }}
        >
          <FactGrid facts={SECURITY} />
        </Part>
        <Part title="What people build on it" lead="Wherever the same people pay the same shops again and again.">
          <FactGrid facts={USES} />
        </Part>
        <Part
          title="Open source, all of it"
          lead="MIT. The ledger, the rules, the consoles, the wallet, and the tests, with a record of every decision and why it was made."
        >
          <div className="flex flex-wrap content-start gap-3">
            <ActionLink href="/sign-up" isPrimary>
              Create a sandbox
            </ActionLink>
            <ActionLink href="/docs">Read the docs</ActionLink>
            <ActionLink href="/docs/api">API reference</ActionLink>
          </div>
        </Part>
      </main>
      <SiteFooter />
    </>
  );
}

function Pitch({ hasDemo }: Pick<LandingFacts, "hasDemo">) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:items-center lg:gap-16 lg:py-12">
      <div>
        <h1 className="max-w-[45rem] text-28 text-balance sm:text-40">
          A payment network of your own, acquirer and issuer in one
        </h1>
        <p className="mt-4 max-w-[32.5rem] text-16 text-pretty text-muted">
          Your merchants charge, your members pay, and every cent moves through one ledger. No card scheme in the
          middle, no one to reconcile with.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          {hasDemo ? <BeginLink /> : null}
          <ActionLink href="/sign-up" isPrimary={!hasDemo}>
            Create a sandbox
          </ActionLink>
          <ActionLink href="/docs">Read the docs</ActionLink>
        </div>
      </div>
      <FinishedPayment />
    </div>
  );
}
