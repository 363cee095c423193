"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { useTRPC } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { useLoaded } from "@/components/ui/layout/use-loaded";
import type { CreatedCode } from "@/server/trpc/types";

/** With the dialog itself: neither waits for the other. */
const loadSteps = async () => {
  const [{ NewCodeSteps }] = await Promise.all([
    import("./new-code-steps"),
    import("@/components/ui/feedback/dialog-box"),
  ]);
  return NewCodeSteps;
};

/** The button, and behind it the form and then the code. Closing forgets the code. */
export function NewCode({ isLarge = false }: { readonly isLarge?: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedCode | null>(null);
  const [isPaid, setPaid] = useState(false);
  const markPaid = useCallback(() => setPaid(true), []);
  const close = () => {
    setPaid(false);
    setOpen(false);
    setCreated(null);
    void queryClient.invalidateQueries();
  };
  const Steps = useLoaded(loadSteps, isOpen, close);
  return (
    <>
      <Button
        look="primary"
        {...(isLarge ? { size: "large" as const, isWide: true } : {})}
        disabled={!accounts.data || accounts.data.length === 0}
        onPointerEnter={() => void loadSteps().catch(() => null)}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden className="size-4" /> New code
      </Button>
      <Dialog
        isOpen={isOpen && Steps !== null}
        onClose={close}
        isHeld={created !== null}
        title={isPaid ? "Paid" : created ? "Show this to the merchant" : "New code"}
        {...(created ? {} : { purpose: "Pays from your account without a card." })}
      >
        {Steps ? (
          <Steps
            accounts={accounts.data ?? []}
            created={created}
            onCreated={setCreated}
            onPaid={markPaid}
            onDone={close}
          />
        ) : null}
      </Dialog>
    </>
  );
}
