import { Check, CircleX, Lock } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { QrCode } from "@/components/ui/values/qr-code";
import { memberWords } from "@/server/contracts/decline-reasons";
import { BENCH_CAPS, type BenchCap, DEFAULT_CAP } from "@/server/contracts/demo";
import type { BenchPaid } from "@/server/contracts/portal/public/bench-run";
import { Amounts } from "./amounts";
import { Device } from "./device";
import { Dollars } from "./dollars";
import { isMeant, type Press } from "./press";
import { grouped, type RunState } from "./run-state";

/** Encoded in the placeholder that is shown before there is a code. */
const OUTLINE = "CLOSED LOOP";

interface PhoneProps {
  readonly state: RunState;
  readonly busy: Press["act"] | null;
  /** Null: a recorded run, which is read-only. */
  readonly press: ((press: Press) => void) | null;
}

export function Phone({ state, busy, press }: PhoneProps) {
  return (
    <Device shape="phone">
      <span aria-hidden className="mx-auto mb-2 h-1 w-14 shrink-0 rounded-full bg-line" />
      <div className="flex min-h-52 flex-1 flex-col items-center justify-center gap-2 overflow-hidden text-center">
        <Screen state={state} />
      </div>
      {press ? <Actions state={state} busy={busy} press={press} /> : null}
    </Device>
  );
}

function Screen({ state: { code, paid, isAllowed } }: { readonly state: RunState }) {
  if (!paid) return <Code code={code} />;
  if (paid.payment.status === "Authorization Declined") return <Declined paid={paid} isAllowed={isAllowed} />;
  return <Paid paid={paid} />;
}

function Code({ code }: { readonly code: RunState["code"] }) {
  return (
    <>
      <div className={`rounded-8 border border-line p-1 ${code ? "bg-white" : "bg-raised"}`}>
        <div className={code ? "animate-fade" : "opacity-10"} aria-hidden={code === null}>
          <QrCode size="small" text={code?.code ?? OUTLINE} label="The code as a QR code" />
        </div>
      </div>
      <p translate="no" className="font-mono text-20 font-medium tracking-tight">
        {code ? grouped(code.code) : "···· ····"}
      </p>
      <p className="text-13 text-muted">
        {code ? (
          <>
            Pays once, up to <Dollars amount={code.cap} />
          </>
        ) : (
          "A code pays once, up to its cap"
        )}
      </p>
    </>
  );
}

function Declined({ paid, isAllowed }: { readonly paid: BenchPaid; readonly isAllowed: boolean }) {
  const words = paid.reason && memberWords(paid.reason, "code");
  return (
    <>
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-bad-fill text-bad">
        <CircleX aria-hidden className="size-5" />
      </span>
      <p className="text-16 font-semibold">{words?.title ?? "Declined"}</p>
      <p className="text-13 text-pretty">{words?.why}</p>
      <p className="text-13 text-pretty text-muted">
        {isAllowed ? "You let it through. The café’s next try passes, once." : words?.help}
      </p>
    </>
  );
}

function Paid({ paid: { payment } }: { readonly paid: BenchPaid }) {
  const kept = payment.captured - payment.refunded;
  const isHeld = payment.held > 0;
  const Icon = isHeld ? Lock : Check;
  return (
    <>
      <span
        className={`grid size-10 shrink-0 place-items-center rounded-full ${isHeld ? "bg-accent-fill text-accent" : "bg-good-fill text-good"}`}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="text-28 font-semibold tracking-tight">
        <Dollars amount={isHeld ? payment.held : kept} />
      </p>
      <p className="text-13 text-muted">
        {isHeld ? "On hold at Sandbox Café" : kept > 0 ? "Paid at Sandbox Café" : "Nothing was kept by Sandbox Café"}
      </p>
      {payment.matchWords ? (
        <div className="w-full rounded-8 border border-line px-3 py-1.5">
          <p className="text-12 text-muted">The till shows the same two words</p>
          <p translate="no" className="text-16 font-semibold wrap-anywhere">
            {payment.matchWords}
          </p>
        </div>
      ) : null}
      <p className="text-12 text-muted tabular-nums">
        Paid <Dollars amount={payment.captured} /> · returned <Dollars amount={payment.refunded} />
      </p>
    </>
  );
}

function Actions({ state, busy, press }: PhoneProps & { readonly press: (press: Press) => void }) {
  const [cap, setCap] = useState<BenchCap>(DEFAULT_CAP);
  const { code, paid, isAllowed } = state;
  const canAllow = paid?.payment.allowUntil != null && !isAllowed;
  return (
    <div className="mt-2 grid shrink-0 gap-2">
      {canAllow ? (
        <Button
          look="primary"
          isWide
          isBusy={busy === "allow"}
          disabled={busy !== null && busy !== "allow"}
          onClick={(event) => (isMeant(event) ? press({ act: "allow", amount: null }) : null)}
        >
          Let it through once
        </Button>
      ) : (
        <Amounts label="Cap" amounts={BENCH_CAPS} value={cap} onChange={setCap} />
      )}
      <Button
        look={code === null ? "primary" : "secondary"}
        isWide
        isBusy={busy === "code"}
        disabled={busy !== null && busy !== "code"}
        onClick={(event) => (isMeant(event) ? press({ act: "code", amount: cap }) : null)}
      >
        {code ? "Make another code" : "Make a code"}
      </Button>
    </div>
  );
}
