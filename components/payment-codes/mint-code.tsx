"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { MintedCode } from "@/server/trpc/types";
import { useTenant } from "../console/use-tenant";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { MintCodeForm } from "./mint-code-form";
import { MintedSecrets } from "./minted-secrets";

/** The button, and behind it the form and then the code with its PIN. Closing forgets both. */
export function MintCode() {
  const { may } = useTenant();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [minted, setMinted] = useState<MintedCode | null>(null);
  if (!may("manage_codes")) return null;
  const close = () => {
    setOpen(false);
    setMinted(null);
    void queryClient.invalidateQueries();
  };
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> New code
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        isHeld={minted !== null}
        title={minted ? "Give both to the member" : "New payment code"}
        {...(minted ? {} : { purpose: "Pays from a member’s account. Code and PIN are shown once." })}
      >
        {minted ? <MintedSecrets minted={minted} onDone={close} /> : <MintCodeForm onMinted={setMinted} />}
      </Dialog>
    </>
  );
}
