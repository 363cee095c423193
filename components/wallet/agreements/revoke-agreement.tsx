"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import type { Agreement } from "@/server/trpc/types";

interface RevokeProps {
  readonly agreement: Agreement;
  readonly isInRow?: boolean;
}

export function RevokeAgreement({ agreement, isInRow = false }: RevokeProps) {
  const { id, merchant, description } = agreement;
  const trpc = useTRPC();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation(
    trpc.wallet.agreements.revoke.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        toast.success(`Revoked: ${merchant} can no longer charge you`);
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <div>
      {isInRow ? (
        <Button size="small" aria-label={`Revoke ${merchant}, ${description}`} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      ) : (
        <Button onClick={() => setAsking(true)}>Revoke agreement</Button>
      )}
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Stop ${merchant} from charging you?`}
        action="Revoke"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate({ id })}
      >
        Every charge from now on is declined. Earlier charges stay paid. {merchant} would have to ask you again.
      </Confirm>
    </div>
  );
}
