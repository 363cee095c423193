"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/forms/button";
import { DEMO_AMOUNTS } from "@/server/contracts/demo";
import { ChargeWords } from "./charge-words";
import { isUsable, type Play } from "./play";
import { Stage } from "./stage";
import { usePlay } from "./use-play";

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
