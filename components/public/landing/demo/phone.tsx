import { CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { MatchWords } from "@/components/shared/payment-codes/match-words";
import { PaidMark } from "@/components/shared/payment-codes/paid-mark";
import { QrCode } from "@/components/ui/values/qr-code";
import { DEMO_CAP } from "@/server/contracts/demo";
import type { DemoPayment } from "@/server/trpc/types";
import { Device } from "./device";
import { Dollars } from "./dollars";
import { grouped, type Play } from "./play";

/** Encoded in the placeholder that is shown before there is a code. */
const OUTLINE = "CLOSED LOOP";

interface PhoneProps {
  readonly play: Pick<Play, "code" | "payment">;
  readonly action: ReactNode;
}

export function Phone({ play: { code, payment }, action }: PhoneProps) {
  return (
    <Device shape="phone">
      <span aria-hidden className="mx-auto mb-4 h-1 w-14 shrink-0 rounded-full bg-line" />
      <div className="flex flex-1 flex-col items-center justify-center gap-4 text-center">
        {payment ? <After payment={payment} code={code?.code ?? ""} /> : <Code code={code?.code ?? null} />}
      </div>
      {action}
    </Device>
  );
}

function Code({ code }: { readonly code: string | null }) {
  return (
    <>
      <div className={`rounded-8 border border-line p-1 ${code === null ? "bg-raised" : "bg-white"}`}>
        <div className={code === null ? "opacity-10" : "animate-fade"} aria-hidden={code === null}>
          <QrCode text={code ?? OUTLINE} label="The code as a QR code" />
        </div>
      </div>
      <p className="h-9 font-mono text-28 font-medium tracking-tight">{code === null ? "···· ····" : grouped(code)}</p>
      <p className="text-14 text-muted">
        {code === null ? "Pays once, up to " : "Show it to the till. Pays once, up to "}
        <Dollars amount={DEMO_CAP} />
      </p>
    </>
  );
}

function After({ payment, code }: { readonly payment: DemoPayment; readonly code: string }) {
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
      <p className="font-mono text-16">{grouped(code)}</p>
    </>
  );
}
