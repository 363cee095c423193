"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { useLocale } from "@/components/ui/values/locale";
import type { Code } from "@/server/trpc/types";
import { describeCode } from "./describe-code";

interface RevokeProps {
  readonly code: Code;
  readonly isInRow?: boolean;
}

export function RevokeCode({ code, isInRow = false }: RevokeProps) {
  const locale = useLocale();
  const trpc = useTRPC();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation(
    trpc.wallet.codes.revoke.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        toast.success("Code revoked. It no longer works.");
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <div>
      {isInRow ? (
        <Button size="small" aria-label={`Revoke code: ${describeCode(code, locale)}`} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      ) : (
        <Button onClick={() => setAsking(true)}>Revoke code</Button>
      )}
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Revoke this code?"
        action="Revoke"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate({ id: code.id })}
      >
        It stops working immediately, even for a merchant who has written it down. Earlier payments stay paid.
      </Confirm>
    </div>
  );
}
