"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { useTenant } from "../console/use-tenant";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import { newClaim } from "../ui/new-claim";
import type { ActionFormProps } from "./action-form-props";
import { CaptureForm } from "./capture-form";
import { IncrementForm } from "./increment-form";
import { ReverseForm } from "./reverse-form";

type Act = "capture" | "increment" | "reverse";

const TITLES: Readonly<Record<Act, readonly [string, string]>> = {
  capture: ["Capture", "Takes held money from the member for the merchant."],
  increment: ["Increment", "Asks for more on the same hold."],
  reverse: ["Reverse", "Gives the member money back."],
};

/** What may still be done, with how much. What is over or not allowed is not offered. */
export function Actions({ detail }: { readonly detail: AuthorizationDetail }) {
  const { may } = useTenant();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<{ readonly act: Act; readonly key: string } | null>(null);
  const { left, currency } = detail;
  if (!may("move_money") || left.reverseAll === 0) return null;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const start = (act: Act) => setOpen({ act, key: newClaim() });
  const done = () => {
    setOpen(null);
    void queryClient.invalidateQueries();
  };
  const forms: Readonly<Record<Act, (props: ActionFormProps) => ReactNode>> = {
    capture: CaptureForm,
    increment: IncrementForm,
    reverse: ReverseForm,
  };
  const Form = open ? forms[open.act] : null;
  const [title, purpose] = TITLES[open?.act ?? "capture"];
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {left.capture > 0 ? (
          <Button look="primary" onClick={() => start("capture")}>
            Capture up to {money(left.capture)}
          </Button>
        ) : null}
        {left.canIncrement ? <Button onClick={() => start("increment")}>Increment</Button> : null}
        <Button onClick={() => start("reverse")}>Reverse</Button>
      </div>
      <Dialog isOpen={open !== null} onClose={() => setOpen(null)} title={title} purpose={purpose}>
        {Form && open ? <Form detail={detail} sendKey={open.key} onDone={done} /> : null}
      </Dialog>
    </>
  );
}
