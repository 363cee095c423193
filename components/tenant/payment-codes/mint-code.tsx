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
  /** Renders the page with the button in its place; null without the permission. */
  readonly children: (button: ReactNode) => ReactNode;
}

/** Shows the code and its PIN once, and forgets both when the dialog closes. */
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
