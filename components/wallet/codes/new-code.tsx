"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, QrCode, SlidersHorizontal } from "lucide-react";
import { formatMoney } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import { useLocale } from "@/components/ui/values/locale";
import { usualCapOf } from "./code-caps";
import { loadSheet } from "./code-sheet";
import { useCodeDesk } from "./use-code-desk";

export function NewCode({ isLarge = false }: { readonly isLarge?: boolean }) {
  const trpc = useTRPC();
  const locale = useLocale();
  const desk = useCodeDesk();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  const [account] = accounts.data ?? [];
  const size = isLarge ? ({ size: "large" } as const) : {};
  const load = () => void loadSheet().catch(() => null);
  const cap = account ? usualCapOf(account.currency) : 0;
  const upTo = account ? `up to ${formatMoney(cap, account.currency, locale)}` : null;
  return (
    <div className="flex gap-2">
      <div className={isLarge ? "min-w-0 flex-1" : ""}>
        {desk.code ? (
          <Button look="primary" {...size} isWide onClick={() => desk.open("code")}>
            <QrCode aria-hidden className="size-4" /> Show code
          </Button>
        ) : (
          <Button
            look="primary"
            {...size}
            isWide
            disabled={!account}
            isBusy={desk.isMaking}
            onPointerEnter={load}
            onClick={() => (account ? void desk.make(account, cap) : undefined)}
          >
            {desk.isMaking ? null : <Plus aria-hidden className="size-4" />}
            <span className={isLarge ? "flex flex-col items-start leading-5" : "flex gap-1.5"}>
              <span>New code</span>
              {upTo ? <span className={isLarge ? "text-12 font-normal" : "font-normal"}>{upTo}</span> : null}
            </span>
          </Button>
        )}
      </div>
      <Button
        {...size}
        aria-label="Choose what a code can pay"
        disabled={!account}
        onClick={() => desk.open("choices")}
      >
        <SlidersHorizontal aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
