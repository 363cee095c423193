"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { useTRPC } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import type { CreatedCode } from "@/server/trpc/types";
import { FreshCode } from "./fresh-code";
import { NewCodeForm } from "./new-code-form";

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
  return (
    <>
      <Button
        look="primary"
        {...(isLarge ? { size: "large" as const, isWide: true } : {})}
        disabled={!accounts.data || accounts.data.length === 0}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden className="size-4" /> New code
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        isHeld={created !== null}
        title={isPaid ? "Paid" : created ? "Show this to the merchant" : "New code"}
        {...(created ? {} : { purpose: "Pays from your account without a card." })}
      >
        {created ? (
          <FreshCode created={created} onPaid={markPaid} onDone={close} />
        ) : (
          <NewCodeForm accounts={accounts.data ?? []} onCreated={setCreated} />
        )}
      </Dialog>
    </>
  );
}
