"use client";

import { useQuery } from "@tanstack/react-query";
import { QrCode, RotateCw } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import type { Code } from "@/server/trpc/types";
import { useCodeDesk } from "./use-code-desk";

/**
 * For a code that still works: shows its digits while the wallet has them, or else explains why not and offers a replacement.
 */
export function UnseenCode({ code }: { readonly code: Code }) {
  const trpc = useTRPC();
  const desk = useCodeDesk();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  if (desk.code?.recordId === code.id) {
    return (
      <Button look="primary" onClick={() => desk.open("code")}>
        <QrCode aria-hidden className="size-4" /> Show code
      </Button>
    );
  }
  const account = accounts.data?.find(({ id }) => id === code.account);
  const { maxAmount } = code;
  // The replacement is a one-time code without a merchant, so only such a code can be replaced.
  const isReplaceable = code.isOwn && !code.isRecurring && maxAmount !== null && code.merchant === null;
  return (
    <section aria-label="Where the code is" className="rounded-8 border border-line bg-raised p-4 text-14">
      <p className="font-medium">A code is shown only when it’s created</p>
      <p className="mt-1 text-muted">
        {isReplaceable
          ? "We don’t keep its digits, so we can’t show them again. A new code has the same limit, works for 10 minutes, and ends this one."
          : "We don’t keep its digits, so we can’t show them again. If you no longer have them, revoke this code and create another."}
      </p>
      {isReplaceable ? (
        <div className="mt-3">
          <Button
            look="primary"
            disabled={!account}
            isBusy={desk.isMaking}
            onClick={() => (account ? void desk.replace({ recordId: code.id, account }, maxAmount) : undefined)}
          >
            <RotateCw aria-hidden className="size-4" /> Replace with a new code
          </Button>
        </div>
      ) : null}
    </section>
  );
}
