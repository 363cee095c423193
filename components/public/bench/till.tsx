import { CircleX } from "lucide-react";
import { useState } from "react";
import { payeeWord } from "@/components/shared/status/words";
import { Button } from "@/components/ui/forms/button";
import { DECLINE_REASONS } from "@/server/contracts/decline-reasons";
import {
  BENCH_AMOUNTS,
  BENCH_MOVES,
  BENCH_PARTS,
  type BenchAmount,
  type BenchMove,
  type BenchPart,
} from "@/server/contracts/demo";
import { ERROR_CODES } from "@/server/contracts/errors";
import type { BenchPaid } from "@/server/contracts/portal/public/bench-run";
import { Amounts } from "./amounts";
import { Device } from "./device";
import { Dollars } from "./dollars";
import { isMeant, type Press } from "./press";
import { grouped, isUsable, movesOf, type RunState } from "./run-state";

interface TillProps {
  readonly state: RunState;
  readonly busy: Press["act"] | null;
  /** Null: a recorded run, which is read-only. */
  readonly press: ((press: Press) => void) | null;
}

export function Till({ state, busy, press }: TillProps) {
  const { code } = state;
  return (
    <Device shape="screen">
      <p className="flex shrink-0 items-baseline justify-between gap-4 text-13 text-muted">
        <span className="text-14 font-semibold text-text">Sandbox Café</span>
        {code ? (
          <span>
            Code{" "}
            <span translate="no" className="font-mono text-text">
              {grouped(code.code)}
            </span>
          </span>
        ) : (
          "Till 1"
        )}
      </p>
      <div className="my-3 flex min-h-32 flex-1 flex-col items-center justify-center gap-1 overflow-hidden rounded-8 bg-raised p-3 text-center">
        <Display state={state} />
      </div>
      {press ? <Keys state={state} busy={busy} press={press} /> : null}
    </Device>
  );
}

function Display({ state }: { readonly state: RunState }) {
  const { paid, last, code } = state;
  if (last?.result.kind === "refused" && last.act !== "code" && last.act !== "allow") {
    return (
      <>
        <p className="text-20 font-semibold text-bad">Refused</p>
        <p className="max-w-80 text-13 text-pretty">{ERROR_CODES[last.result.code].split(/[.;] /)[0]}.</p>
        <code translate="no" className="text-12 break-all text-muted">
          {last.result.code}
        </code>
      </>
    );
  }
  if (!paid) return <p className="text-14 text-muted">{code ? "Ready to charge the code" : "Ready for a code"}</p>;
  if (paid.outcome === "declined" && paid.reason) {
    return (
      <>
        <p className="flex items-center gap-2 text-20 font-semibold">
          <CircleX aria-hidden className="size-5 text-bad" /> Declined
        </p>
        <p className="max-w-80 text-13 text-pretty">{DECLINE_REASONS[paid.reason].message}</p>
        <p className="text-12 text-muted">
          {state.isAllowed ? "The member let it through: try again" : `Reason ${paid.reason}`}
        </p>
      </>
    );
  }
  return <PaymentFigures paid={paid} />;
}

function PaymentFigures({ paid: { payment } }: { readonly paid: BenchPaid }) {
  const figures = [
    ["Held", payment.held],
    ["Captured", payment.captured],
    ["Voided", payment.voided],
    ["Refunded", payment.refunded],
  ] as const;
  return (
    <>
      <p className="text-16 font-semibold">{payeeWord(payment)}</p>
      <p translate="no" className="text-20 font-semibold tracking-tight wrap-anywhere">
        {payment.matchWords}
      </p>
      <dl className="mt-1 flex justify-center gap-x-3 tabular-nums sm:gap-x-5">
        {figures.map(([name, amount]) => (
          <div key={name}>
            <dt className="text-12 text-muted">{name}</dt>
            <dd className={amount === 0 ? "text-14 text-muted" : "text-14 font-medium"}>
              <Dollars amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-12 text-muted">
        Authorization{" "}
        <span translate="no" className="font-mono">
          {payment.authorizationId}
        </span>
        {payment.approvalCode ? ` · approval ${payment.approvalCode}` : null}
      </p>
    </>
  );
}

const MOVE_WORDS: Readonly<Record<BenchMove, string>> = {
  capture: "Capture",
  increment: "Raise",
  void: "Void",
  refund: "Refund",
};
const PARTS: readonly (BenchPart | null)[] = [null, ...BENCH_PARTS];

function Keys({ state, busy, press }: TillProps & { readonly press: (press: Press) => void }) {
  const [amount, setAmount] = useState<BenchAmount>(BENCH_AMOUNTS[1]);
  const [part, setPart] = useState<BenchPart | null>(BENCH_PARTS[2]);
  const moves = movesOf(state);
  if (moves.length > 0) {
    return (
      <div className="grid shrink-0 gap-3">
        <Amounts label="Amount" amounts={PARTS} value={part} onChange={setPart} />
        <div className="grid grid-cols-2 gap-2">
          {BENCH_MOVES.map((move) => (
            <Button
              key={move}
              look={move === moves[0] ? "primary" : "secondary"}
              isBusy={busy === move}
              disabled={
                busy !== move && (busy !== null || !moves.includes(move) || (move === "increment" && part === null))
              }
              onClick={(event) => (isMeant(event) ? press({ act: move, amount: part }) : null)}
            >
              <span>
                {MOVE_WORDS[move]} <Part amount={part} isRaise={move === "increment"} />
              </span>
            </Button>
          ))}
        </div>
      </div>
    );
  }
  const isReady = isUsable(state);
  return (
    <div className="grid shrink-0 gap-3">
      <Amounts label="Amount" amounts={BENCH_AMOUNTS} value={amount} onChange={setAmount} />
      <div className="grid grid-cols-2 gap-2">
        {(["hold", "sale"] as const).map((act) => (
          <Button
            key={act}
            look={isReady && act === "hold" ? "primary" : "secondary"}
            isBusy={busy === act}
            disabled={busy !== act && (busy !== null || !isReady)}
            onClick={(event) => (isMeant(event) ? press({ act, amount }) : null)}
          >
            <span>
              {act === "hold" ? "Hold" : "Charge"} <Dollars amount={amount} />
            </span>
          </Button>
        ))}
      </div>
    </div>
  );
}

function Part({ amount, isRaise }: { readonly amount: BenchPart | null; readonly isRaise: boolean }) {
  if (amount === null) return isRaise ? null : "all";
  return (
    <>
      {isRaise ? "by " : null}
      <Dollars amount={amount} />
    </>
  );
}
