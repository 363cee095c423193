"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoney } from "@/components/shared/money/money";
import { Dialog } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { useActInAddress } from "@/components/ui/tables/use-new-in-address";
import { useLocale } from "@/components/ui/values/locale";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { CaptureForm } from "./capture-form";
import { IncrementForm } from "./increment-form";
import { ReverseForm } from "./reverse-form";

type Act = "capture" | "increment" | "void" | "release" | "refund";

const TITLES: Readonly<Record<Act, readonly [string, string]>> = {
  capture: ["Capture", "Take held funds from the member."],
  increment: ["Increment", "Ask for more on the same hold."],
  void: ["Void", "Cancel the hold. The member gets the money back immediately."],
  release: ["Release the rest", "Give back what is still held. What was captured stays paid."],
  refund: ["Refund", "Return captured money to the member."],
};

const PALETTE_ACTS = ["capture", "refund"] as const;

interface ActionsProps {
  readonly detail: AuthorizationDetail;
  /** A page has two instances, for desktop and phone. Only one may open the action from the URL. */
  readonly isOpenedByAddress?: boolean;
}

/** Offers only actions that are possible and permitted, with the amounts left. */
export function Actions({ detail, isOpenedByAddress = false }: ActionsProps) {
  const { may } = useTenant();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const [act, setAct] = useState<Act | null>(null);
  const { left, currency } = detail;
  useActInAddress(
    (asked) => {
      const isOpen = { capture: left.capture > 0, refund: left.refund > 0 }[asked];
      if (isOpen) setAct(asked);
    },
    isOpenedByAddress && may("move_money") ? PALETTE_ACTS : [],
  );
  if (!may("move_money") || left.void + left.refund === 0) return null;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const done = () => {
    setAct(null);
    void queryClient.invalidateQueries();
  };
  const isPartlyCaptured = left.refund > 0 || detail.captured > 0;
  const [title, purpose] = TITLES[act ?? "capture"];
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {left.capture > 0 ? (
          <Button look="primary" onClick={() => setAct("capture")}>
            Capture up to {money(left.capture)}
          </Button>
        ) : null}
        {left.canIncrement ? <Button onClick={() => setAct("increment")}>Increment</Button> : null}
        {left.void > 0 && !isPartlyCaptured ? <Button onClick={() => setAct("void")}>Void</Button> : null}
        {left.void > 0 && isPartlyCaptured ? <Button onClick={() => setAct("release")}>Release the rest</Button> : null}
        {left.refund > 0 ? <Button onClick={() => setAct("refund")}>Refund</Button> : null}
      </div>
      <Dialog isOpen={act !== null} onClose={() => setAct(null)} title={title} purpose={purpose}>
        {act === "capture" ? <CaptureForm detail={detail} onDone={done} /> : null}
        {act === "increment" ? <IncrementForm detail={detail} onDone={done} /> : null}
        {act === "void" || act === "release" || act === "refund" ? (
          <ReverseForm detail={detail} onDone={done} act={act} />
        ) : null}
      </Dialog>
    </>
  );
}
