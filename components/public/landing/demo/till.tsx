import { Check, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import type { DemoPayment } from "@/server/trpc/types";
import { Device } from "./device";
import { Dollars } from "./dollars";
import { grouped, type Play } from "./play";

interface TillProps {
  readonly play: Pick<Play, "code" | "payment">;
  readonly actions: ReactNode;
}

/** The café's till shows only what the REST API tells a merchant. */
export function Till({ play: { code, payment }, actions }: TillProps) {
  return (
    <Device shape="screen">
      <p className="flex items-baseline justify-between gap-4 text-13 text-muted">
        <span className="text-14 font-semibold text-text">Sandbox Café</span> Till 1
      </p>
      <div className="my-4 flex flex-1 flex-col items-center justify-center gap-3 rounded-8 bg-raised p-4 text-center">
        {payment ? <Result payment={payment} /> : <p className="text-14 text-muted">Ready for a code</p>}
      </div>
      <dl className="mb-4 flex h-11 items-center justify-between gap-4 rounded-8 border border-line px-3">
        <dt className="text-13 text-muted">Code</dt>
        <dd className={code ? "font-mono text-16" : "text-14 text-muted"}>{code ? grouped(code.code) : "None yet"}</dd>
      </dl>
      <div className="grid gap-2">{actions}</div>
    </Device>
  );
}

function Result({ payment: { sale, amount } }: { readonly payment: DemoPayment }) {
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
      <p className="text-28 font-semibold tracking-tight wrap-anywhere">{sale.matchWords}</p>
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
