import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { formatSeen } from "@/components/shared/decisions/format-seen";
import { Link } from "@/components/ui/navigation/link";
import { CodeBlock } from "@/components/ui/values/code-block";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { Code } from "../docs/code";
import { SiteFooter } from "../site/site-footer";
import { ActionLink, SiteHeader } from "../site/site-header";
import { DEPLOY_COMMANDS, MEASURED, MEASURED_ON, SECURITY, USES } from "./facts";
import { FinishedPayment } from "./finished-payment";

/** Facts that the start page states but other modules define; the page passes them in. */
interface LandingFacts {
  /** The service's URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly snippets: Readonly<Record<string, string>>;
  /** Whether the bench can pay in the public sandbox. */
  readonly hasDemo: boolean;
  readonly decline: {
    readonly code: string;
    readonly currency: string;
    readonly merchant: string;
    readonly member: { readonly title: string; readonly why: string; readonly help: string } | null;
    readonly rules: AuthorizationDetail["decision"]["rules"];
  };
  readonly bookChecks: readonly string[];
}

export function Landing({ facts }: { readonly facts: LandingFacts }) {
  const { hasDemo, decline, bookChecks } = facts;
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-[90rem] px-4 lg:px-8">
        <Pitch hasDemo={hasDemo} />
        <Books checks={bookChecks} />
        <Decline decline={decline} />
        <Part
          title="A small API"
          lead="Authorize, capture, increment, void, refund. A sale is one request, and the keys on this site work as printed."
          more={{ href: "/docs", label: "Quick start" }}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <Code
              label="Request"
              text={facts.snippets["authorize.sh"] ?? ""}
              language="bash"
              note={hasDemo ? "runs as it stands" : undefined}
            />
            <Code label="Response" text={facts.snippets["authorize.json"] ?? ""} language="json" note="201 Created" />
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
          {hasDemo ? (
            <ActionLink href="/bench#begin" isPrimary>
              Make a payment
            </ActionLink>
          ) : null}
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

function Books({ checks }: { readonly checks: readonly string[] }) {
  return (
    <Part
      title="The books prove themselves"
      lead="Every cent moves by double entry. Each night, and whenever you ask, all balances, holds, and statements are recomputed from their entries. Entries are sealed every minute, so a row that is changed later shows up."
      more={{ href: "/docs/settlement#proof-of-the-books", label: "How the proof works" }}
    >
      <CodeBlock label="npm run books:prove" note={`${checks.length} checks`}>
        {checks.map((name) => (
          <span key={name} className="block whitespace-pre-wrap">
            <span className="text-good">ok</span>
            {`    ${name}`}
          </span>
        ))}
        <span className="mt-2 block font-medium">The books balance.</span>
      </CodeBlock>
    </Part>
  );
}

function Measured() {
  const [command, machine, node, database] = MEASURED_ON;
  return (
    <div>
      <dl className="grid grid-cols-2 gap-x-10 gap-y-8">
        {MEASURED.map(({ figure, what, how }) => (
          <div key={what} className="flex flex-col-reverse justify-end gap-1">
            <dt className="text-14">
              {what}
              <span className="block text-13 text-pretty text-muted">{how}</span>
            </dt>
            <dd className="text-28 font-semibold tracking-tight tabular-nums sm:text-40">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-8 text-13 text-muted">
        By <code translate="no">{command}</code> on a {machine} with {node} and {database}, November 2026. Measure on
        yours: <code translate="no">docs/capacity.md</code> has all of it.
      </p>
    </div>
  );
}

/** One decline in each party's wording, taken from the service itself. */
function Decline({ decline }: Pick<LandingFacts, "decline">) {
  const { member, merchant, rules, currency, code } = decline;
  return (
    <Part
      title="One decline, seen by three"
      lead="The member reads why, and what helps. The merchant reads what to do, and nothing about the account. The tenant sees every rule with the values it checked."
      more={{ href: "/docs/errors#declines", label: "All reasons" }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-8 border border-line md:grid-cols-2">
        <Seen who="The member" where="in the wallet">
          <p className="font-medium">{member?.title}</p>
          <p className="mt-1">{member?.why}</p>
          <p className="mt-1 text-muted">{member?.help}</p>
        </Seen>
        <Seen who="The merchant" where="in the answer of the API" isBeside>
          <p>
            <span translate="no" className="font-mono text-13 text-muted">
              reasonCode
            </span>{" "}
            <span className="font-medium">{code}</span>
          </p>
          <p className="mt-1">{merchant}</p>
        </Seen>
        <div className="border-t border-line md:col-span-2">
          <Seen who="The tenant" where="in the console">
            <ul className="divide-y divide-line">
              {rules.map(({ rule, hasPassed, saw }) => (
                <li key={rule} className="flex gap-3 py-2">
                  {hasPassed ? (
                    <Check aria-label="passed" className="mt-0.5 size-4 shrink-0 text-good" />
                  ) : (
                    <X aria-label="declined" className="mt-0.5 size-4 shrink-0 text-bad" />
                  )}
                  <span className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-2">
                    <span className={`first-letter:uppercase ${hasPassed ? "" : "font-medium text-bad"}`}>{rule}</span>
                    <span className="text-muted sm:text-right">{formatSeen(saw, currency, "en-US")}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Seen>
        </div>
      </div>
    </Part>
  );
}

interface SeenProps {
  readonly who: string;
  readonly where: string;
  readonly isBeside?: boolean;
  readonly children: ReactNode;
}

function Seen({ who, where, isBeside = false, children }: SeenProps) {
  return (
    <section
      aria-label={who}
      className={`min-w-0 p-5 text-14 ${isBeside ? "border-line max-md:border-t md:border-l" : ""}`}
    >
      <h3 className="mb-3 text-13 font-normal text-muted">
        <span className="font-medium text-text">{who}</span> {where}
      </h3>
      {children}
    </section>
  );
}

interface PartProps {
  readonly title: string;
  readonly lead: string;
  readonly more?: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

function Part({ title, lead, more, children }: PartProps) {
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

interface FactGridProps {
  readonly facts: readonly { readonly title: string; readonly text: string }[];
}

function FactGrid({ facts }: FactGridProps) {
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
