"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { formatMoney } from "@/components/shared/money/money";
import { messageOf, useTRPC, useTRPCClient } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { newClaim } from "@/components/ui/forms/new-claim";
import { useLocale } from "@/components/ui/values/locale";
import { useLeft } from "@/components/ui/values/use-left";
import type { Account } from "@/server/trpc/types";
import { CodeSheet, loadSheet } from "./code-sheet";
import { type CodeDesk, DeskContext, type MemberCode, type Sheet, useCodeDesk } from "./use-code-desk";
import { useOwnCode } from "./use-own-code";

const MINUTES = 10;
const READY_MINUTES = 60;

/**
 * Holds the member's newest code while the wallet is open, also offline. The code exists only in this component's state:
 * leaving the wallet, reloading, signing out, or switching members loses it, and so does its payment, revocation, or expiry.
 */
export function CodeDeskProvider({ children }: { readonly children: ReactNode }) {
  const [code, setCode] = useState<MemberCode | null>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const keep = useCallback((made: MemberCode) => {
    setCode(made);
    setSheet("code");
  }, []);
  const { isMaking, make, makeReady, replace } = useMaking(keep, setCode);
  const desk = useMemo(
    (): CodeDesk => ({
      code,
      sheet,
      isMaking,
      make,
      makeReady,
      replace,
      keep,
      open: setSheet,
      close: () => setSheet(null),
      forget: () => setCode(null),
    }),
    [code, sheet, isMaking, make, makeReady, replace, keep],
  );
  return (
    <DeskContext value={desk}>
      {children}
      <CodeSheet />
      {code && sheet === null ? <HiddenCodeWatcher code={code} /> : null}
    </DeskContext>
  );
}

function useMaking(keep: (code: MemberCode) => void, putAway: (code: MemberCode) => void) {
  // Bypasses the query client: the answer contains the code, which must never be cached.
  const trpc = useTRPC();
  const { codes } = useTRPCClient().wallet;
  const queryClient = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const busily = useCallback(
    async (work: () => Promise<void>) => {
      setMaking(true);
      try {
        await work();
      } catch (error) {
        toast.error(messageOf(error));
      } finally {
        setMaking(false);
        void queryClient.invalidateQueries(trpc.wallet.pathFilter());
      }
    },
    [queryClient, trpc],
  );
  const create = useCallback(
    async (account: Account, maxAmount: number, expiryMinutes = MINUTES): Promise<MemberCode> => {
      const made = await codes.create.mutate({ key: newClaim(), account: account.id, maxAmount, expiryMinutes });
      return { ...made, account, maxAmount, isRecurring: false };
    },
    [codes],
  );
  const make: CodeDesk["make"] = useCallback(
    (account, maxAmount) => busily(async () => keep(await create(account, maxAmount))),
    [busily, create, keep],
  );
  const makeReady: CodeDesk["makeReady"] = useCallback(
    (account, maxAmount) =>
      busily(async () => {
        // Load the sheet first: offline, a code that can't be shown would be useless.
        await loadSheet();
        putAway(await create(account, maxAmount, READY_MINUTES));
      }),
    [busily, create, putAway],
  );
  const replace: CodeDesk["replace"] = useCallback(
    ({ recordId, account }, maxAmount) =>
      busily(async () => {
        await codes.revoke.mutate({ id: recordId });
        const { uses } = await codes.get.query({ id: recordId });
        if (uses === 0) keep(await create(account, maxAmount));
      }),
    [busily, codes, create, keep],
  );
  return { isMaking, make, makeReady, replace };
}

/** While the code isn't on screen, announces its payment, and forgets it once it no longer works. */
function HiddenCodeWatcher({ code }: { readonly code: MemberCode }) {
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
