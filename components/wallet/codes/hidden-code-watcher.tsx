"use client";

import { useEffect } from "react";
import { formatMoney } from "@/components/shared/money/money";
import { toast } from "@/components/ui/feedback/toast";
import { useLocale } from "@/components/ui/values/locale";
import { useLeft } from "@/components/ui/values/use-left";
import { type OwnCode, useCodeDesk } from "./use-code-desk";
import { useOwnCode } from "./use-own-code";

/** While the code isn't on screen, announces its payment, and forgets it once it no longer works. */
export function HiddenCodeWatcher({ code }: { readonly code: OwnCode }) {
  const { forget } = useCodeDesk();
  const locale = useLocale();
  const { use, status } = useOwnCode(code);
  const isOver = use !== null || (status !== null && status !== "Code Active");
  useEffect(() => {
    if (!isOver) return;
    if (use) toast.success(`${use.merchant} used your code: ${formatMoney(use.amount, use.currency, locale)}`);
    forget();
  }, [isOver, use, forget, locale]);
  const isExpired = useLeft(code.createdAt, code.expiresAt).seconds === 0;
  useEffect(() => {
    if (isExpired) forget();
  }, [isExpired, forget]);
  return null;
}
