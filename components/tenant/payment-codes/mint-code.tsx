"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import type { MintedCode } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { MintCodeForm } from "./mint-code-form";
import { MintedSecrets } from "./minted-secrets";

interface MintCodeProps {
  /** The page, with the button where it has it; null for who may create none. */
  readonly children: (button: ReactNode) => ReactNode;
}

/** The button, and behind it the form and then the code with its PIN. Closing forgets both. */
export function MintCode({ children }: MintCodeProps) {
  const { may } = useTenant();
  const queryClient = useQueryClient();
  if (!may("manage_codes")) return children(null);
  return (
    <FormDialog<MintedCode>
      look="primary"
      button={
        <>
          <Plus aria-hidden className="size-4" /> New code
        </>
      }
      title="New payment code"
      purpose="Pays from a member’s account. Code and PIN are shown once."
      form={(done) => <MintCodeForm onMinted={done} />}
      shown={{
        title: "Give both to the member",
        of: (minted, close) => <MintedSecrets minted={minted} onDone={close} />,
      }}
      onClosed={() => void queryClient.invalidateQueries()}
    >
      {children}
    </FormDialog>
  );
}
