import { Check, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { RuleItem } from "@/components/shared/decisions/rule-item";
import { saySeen } from "@/components/shared/decisions/say-seen";
import { MatchWords } from "@/components/shared/payment-codes/match-words";
import { PaidMark } from "@/components/shared/payment-codes/paid-mark";
import { ScrollBox } from "@/components/ui/layout/scroll-box";
import { QrCode } from "@/components/ui/values/qr-code";
import { DEMO_CAP } from "@/server/contracts/demo";
import type { DemoPayment } from "@/server/trpc/types";
import { CurlBlock } from "./curl-block";
import { curlsOf } from "./curls";
import { Device, Side } from "./device";
import { Dollars } from "./dollars";
import { Ledger } from "./ledger";
import { grouped, type Play } from "./play";

const BELOW = "min-w-0 md:-mt-6 md:row-start-2 max-md:[&+&]:-mt-6";

interface StageProps {
  readonly baseUrl: string;
  readonly play: Play;
  readonly member: ReactNode;
  readonly cashier: ReactNode;
}

/**
 * Phone, till, console, and ledger. On a phone the curl requests come last, so that the till is right below the code; on wider
 * screens each stands below its device.
 */
export function Stage({ baseUrl, play, member, cashier }: StageProps) {
  const curls = curlsOf(baseUrl, play);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-10 md:grid-cols-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,6fr)]">
      <Side who="Member" what="Robin’s phone">
        <Phone play={play} action={member} />
      </Side>
      <Side who="Merchant" what="Sandbox Café’s till">
        <Till play={play} actions={cashier} />
      </Side>
      <Side who="Tenant" what="the console" className="md:max-lg:col-span-2 md:max-lg:row-start-3">
        <Desk payment={play.payment} />
      </Side>
      <div className="min-w-0 md:col-span-2 md:row-start-5 lg:col-span-3 lg:row-start-3">
        <Ledger past={play.past} />
      </div>
      <div className={BELOW}>
        <CurlBlock label="Make the code" text={curls.makeCode} />
      </div>
      <div className={BELOW}>
        <CurlBlock label="Charge the code" text={curls.charge} />
      </div>
      <div className="min-w-0 -mt-6 md:max-lg:col-span-2 md:max-lg:row-start-4 lg:row-start-2">
        <CurlBlock label="Read the payment" text={curls.look} />
      </div>
    </div>
  );
}

interface TillProps {
  readonly play: Pick<Play, "code" | "payment">;
  readonly actions: ReactNode;
}

/** The café's till shows only what the REST API tells a merchant. */
function Till({ play: { code, payment }, actions }: TillProps) {
  return (
    <Device shape="screen">
      <p className="flex items-baseline justify-between gap-4 text-13 text-muted">
        <span className="text-14 font-semibold text-text">Sandbox Café</span> Till 1
      </p>
      <div className="my-4 flex flex-1 flex-col items-center justify-center gap-3 rounded-8 bg-raised p-4 text-center">
        {payment ? <TillResult payment={payment} /> : <p className="text-14 text-muted">Ready for a code</p>}
      </div>
      <dl className="mb-4 flex h-11 items-center justify-between gap-4 rounded-8 border border-line px-3">
        <dt className="text-13 text-muted">Code</dt>
        <dd translate="no" className={code ? "font-mono text-16" : "text-14 text-muted"}>
          {code ? grouped(code.code) : "None yet"}
        </dd>
      </dl>
      <div className="grid gap-2">{actions}</div>
    </Device>
  );
}

function TillResult({ payment: { sale, amount } }: { readonly payment: DemoPayment }) {
  if (!sale.approved) {
    return (
      <>
        <CircleX aria-hidden className="size-8 text-bad" />
        <p className="text-20 font-semibold">Declined</p>
        <p className="text-14 text-pretty">{sale.reasonMessage}</p>
        <p className="text-13 text-muted">Reason {sale.reasonCode}</p>
      </>
    );
  }
  return (
    <>
      <Check aria-hidden className="size-8 text-good" />
      <p className="text-20 font-semibold">
        Approved <Dollars amount={amount} />
      </p>
      <p translate="no" className="text-28 font-semibold tracking-tight wrap-anywhere">
        {sale.matchWords}
      </p>
      <p className="text-13 text-muted">
        Approval {sale.approvalCode}
        {sale.receipt ? (
          <>
            {" · "}
            <a href={sale.receipt.url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
              Receipt
            </a>
          </>
        ) : null}
      </p>
    </>
  );
}

const PLACEHOLDER_WIDTHS = ["w-40", "w-52", "w-36", "w-48", "w-44", "w-56"];

function Desk({ payment }: { readonly payment: DemoPayment | null }) {
  return (
    <Device shape="screen">
      <p className="mb-4 flex items-center justify-between gap-4">
        <span className="text-14 font-semibold">Sandbox Coffee Co</span>
        <span className="rounded-full bg-warn-fill px-2 py-0.5 text-12 font-medium text-warn">Test data</span>
      </p>
      {payment ? <Decision payment={payment} /> : <NoDecision />}
    </Device>
  );
}

function NoDecision() {
  return (
    <>
      <p className="pb-4 text-14 text-muted">Every rule of a decision, with the values it checked.</p>
      <ul aria-hidden className="divide-y divide-line border-y border-line">
        {PLACEHOLDER_WIDTHS.map((width) => (
          <li key={width} className="flex items-center gap-3 py-3.5">
            <span className="size-4 rounded-full bg-hover" />
            <span className={`h-3 rounded-4 bg-hover ${width}`} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Decision({ payment: { sale, trace, currency } }: { readonly payment: DemoPayment }) {
  const failedFirst = [...trace.rules].sort((a, b) => Number(a.hasPassed) - Number(b.hasPassed));
  return (
    <>
      <p className="pb-4 text-14">
        <span className={sale.approved ? "font-medium text-good" : "font-medium text-bad"}>
          {sale.approved ? "Approved" : `Declined ${sale.reasonCode}`}
        </span>
        <span className="text-muted">
          {" "}
          · {trace.rules.length} rules{sale.approved ? ` · risk ${sale.riskScore} of 100` : ""}
        </span>
      </p>
      <ScrollBox
        label="Rules of the decision"
        className="-mx-5 -mb-5 min-h-0 flex-1 animate-fade border-t border-line px-5 pb-3"
      >
        <ul className="divide-y divide-line">
          {failedFirst.map((rule) => (
            <RuleItem key={rule.rule} rule={rule}>
              {saySeen(rule.saw, currency, "en-US")}
            </RuleItem>
          ))}
        </ul>
      </ScrollBox>
    </>
  );
}

/** Encoded in the placeholder that is shown before there is a code. */
const PLACEHOLDER_CODE = "CLOSED LOOP";

interface PhoneProps {
  readonly play: Pick<Play, "code" | "payment">;
  readonly action: ReactNode;
}

function Phone({ play: { code, payment }, action }: PhoneProps) {
  return (
    <Device shape="phone">
      <span aria-hidden className="mx-auto mb-4 h-1 w-14 shrink-0 rounded-full bg-line" />
      <div className="flex flex-1 flex-col items-center justify-center gap-4 text-center">
        {payment ? <PhoneOutcome payment={payment} code={code?.code ?? ""} /> : <PhoneCode code={code?.code ?? null} />}
      </div>
      {action}
    </Device>
  );
}

function PhoneCode({ code }: { readonly code: string | null }) {
  return (
    <>
      <div className={`rounded-8 border border-line p-1 ${code === null ? "bg-raised" : "bg-white"}`}>
        <div className={code === null ? "opacity-10" : "animate-fade"} aria-hidden={code === null}>
          <QrCode text={code ?? PLACEHOLDER_CODE} label="The code as a QR code" />
        </div>
      </div>
      <p translate="no" className="h-9 font-mono text-28 font-medium tracking-tight">
        {code === null ? "···· ····" : grouped(code)}
      </p>
      <p className="text-14 text-muted">
        {code === null ? "Pays once, up to " : "Show it to the till. Pays once, up to "}
        <Dollars amount={DEMO_CAP} />
      </p>
    </>
  );
}

function PhoneOutcome({ payment, code }: { readonly payment: DemoPayment; readonly code: string }) {
  const { sale, member, amount } = payment;
  if (sale.approved) {
    return (
      <>
        <PaidMark size="small" />
        <div className="animate-rise-late">
          <p className="text-40 font-semibold tracking-tight">
            <Dollars amount={amount} />
          </p>
          <p className="text-16 font-medium">Sandbox Café</p>
        </div>
        {sale.matchWords ? <MatchWords words={sale.matchWords} /> : null}
      </>
    );
  }
  return (
    <>
      <span className="grid size-14 place-items-center rounded-full bg-bad-fill text-bad">
        <CircleX aria-hidden className="size-7" />
      </span>
      <div className="grid gap-2">
        <p className="text-20 font-semibold">{member?.title}</p>
        <p className="text-14 text-pretty">{member?.why}</p>
        <p className="text-14 text-pretty text-muted">{member?.help}</p>
      </div>
      <p translate="no" className="font-mono text-16">
        {grouped(code)}
      </p>
    </>
  );
}
