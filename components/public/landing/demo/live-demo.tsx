"use client";

import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/components/trpc/message-of";
import { visitorClient } from "@/components/trpc/visitor-client";
import { Button } from "@/components/ui/forms/button";
import { DEMO_AMOUNTS, type DemoAmount } from "@/server/contracts/demo";
import { ChargeWords } from "./charge-words";
import { isUsable, NOTHING_YET, type Play } from "./play";
import { Stage } from "./stage";

/** The interactive demo. The press that started it creates the first code. */
export function LiveDemo({ baseUrl }: { readonly baseUrl: string }) {
  const { play, make, charge } = usePlay();
  const isBegun = useRef(false);
  const makeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    // This button replaces the one that was pressed, so it takes over the focus.
    makeButton.current?.focus({ preventScroll: true });
    void make();
  }, [make]);
  const isReady = isUsable(play) && play.busy === null;
  return (
    <>
      <Stage
        baseUrl={baseUrl}
        play={play}
        member={
          <>
            <Refusal play={play} at="member" />
            <Button
              ref={makeButton}
              look={play.code === null || play.payment?.sale.approved ? "primary" : "secondary"}
              size="large"
              isWide
              isBusy={play.busy === "code"}
              onClick={() => void make()}
            >
              {play.code ? "Make another code" : "Make a code"}
            </Button>
          </>
        }
        cashier={
          <>
            <Refusal play={play} at="cashier" />
            {DEMO_AMOUNTS.map((amount, index) => (
              <Button
                key={amount}
                look={index === 0 && isUsable(play) ? "primary" : "secondary"}
                size="large"
                isWide
                isBusy={play.busy === amount}
                disabled={!isReady && play.busy !== amount}
                onClick={() => void charge(amount)}
              >
                <ChargeWords amount={amount} />
              </Button>
            ))}
          </>
        }
      />
      <p role="status" className="sr-only">
        {say(play)}
      </p>
    </>
  );
}

function Refusal({ play: { refused }, at }: { readonly play: Play; readonly at: "member" | "cashier" }) {
  if (refused?.at !== at) return null;
  return (
    <p role="alert" className="mb-2 rounded-8 bg-bad-fill px-3 py-2 text-13 text-bad">
      {refused.why}
    </p>
  );
}

function say({ code, payment }: Play): string {
  if (payment) return payment.sale.approved ? `Paid. Both show ${payment.sale.matchWords}.` : "Declined.";
  return code ? "The code is ready. Charge it at the till." : "";
}

const MAX_PAST = 4;

/** Creates and charges codes, one call at a time. A failed call only sets `refused`. */
function usePlay() {
  const [play, setPlay] = useState<Play>(NOTHING_YET);
  const run = async (busy: Play["busy"], call: () => Promise<Partial<Play>>) => {
    setPlay((was) => ({ ...was, busy, refused: null }));
    const at = busy === "code" ? "member" : "cashier";
    const news = await call().catch((error: unknown) => ({ refused: { at, why: messageOf(error) } as const }));
    setPlay((was) => ({ ...was, ...news, busy: null }));
  };
  const { demo } = visitorClient.public;
  return {
    play,
    make: () => run("code", async () => ({ code: await demo.createCode.mutate(), payment: null })),
    charge: (amount: DemoAmount) =>
      run(amount, async () => {
        const payment = await demo.charge.mutate({ code: play.code?.code ?? "", amount });
        return { payment, past: [payment, ...play.past].slice(0, MAX_PAST) };
      }),
  };
}
