"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatMoney } from "@/components/shared/money/money";
import { Dialog } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { useLocale } from "@/components/ui/values/locale";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import type { ActionFormProps } from "./action-form-props";
import { CaptureForm } from "./capture-form";
import { IncrementForm } from "./increment-form";
import { ReverseForm } from "./reverse-form";

type Act = "capture" | "increment" | "reverse";

const TITLES: Readonly<Record<Act, readonly [string, string]>> = {
  capture: ["Capture", "Take held funds from the member."],
  increment: ["Increment", "Ask for more on the same hold."],
  reverse: ["Reverse", "Return money to the member."],
};

/** What may still be done, with how much. What is over or not allowed is not offered. */
export function Actions({ detail }: { readonly detail: AuthorizationDetail }) {
  const { may } = useTenant();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const [act, setAct] = useState<Act | null>(null);
  const { left, currency } = detail;
  if (!may("move_money") || left.void + left.refund === 0) return null;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const done = () => {
    setAct(null);
    void queryClient.invalidateQueries();
  };
  const forms: Readonly<Record<Act, (props: ActionFormProps) => ReactNode>> = {
    capture: CaptureForm,
    increment: IncrementForm,
    reverse: ReverseForm,
  };
  const Form = act ? forms[act] : null;
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
        <Button onClick={() => setAct("reverse")}>Reverse</Button>
      </div>
      <Dialog isOpen={act !== null} onClose={() => setAct(null)} title={title} purpose={purpose}>
        {Form ? <Form detail={detail} onDone={done} /> : null}
      </Dialog>
    </>
  );
}
