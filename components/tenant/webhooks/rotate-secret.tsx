"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPCClient } from "@/components/trpc/client";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { newClaim } from "@/components/ui/forms/new-claim";
import { ShownSecret } from "./shown-secret";

interface RotateSecretProps {
  readonly id: string;
  readonly last4: string;
}

/** Says what the old secret's end means, then shows the new one once. */
export function RotateSecret({ id, last4 }: RotateSecretProps) {
  const place = usePlace();
  const queryClient = useQueryClient();
  const client = useTRPCClient();
  const [key, setKey] = useState<string | null>(null);
  const [rotated, setRotated] = useState<{ readonly secret: string | null } | null>(null);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    setKey(null);
    setRotated(null);
    setFailure(undefined);
  };
  const rotate = async () => {
    setBusy(true);
    try {
      const { secret } = await client.tenant.webhooks.rotate.mutate({ ...place, id, key: key ?? "" });
      setRotated({ secret });
      void queryClient.invalidateQueries();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button onClick={() => setKey(newClaim())}>
        <RefreshCw aria-hidden className="size-4" /> Rotate secret
      </Button>
      <Dialog
        isOpen={key !== null}
        onClose={close}
        isHeld={rotated !== null}
        title={rotated ? "New signing secret" : "Rotate the signing secret?"}
        {...(rotated ? { purpose: "Shown only once. The old secret no longer works." } : {})}
      >
        {rotated ? (
          <ShownSecret secret={rotated.secret} onDone={close} />
        ) : (
          <>
            <DialogBody>
              <div className="flex flex-col gap-2 text-14">
                <p>
                  The secret that ends in <code className="text-13">{last4}</code> stops working immediately. Every
                  attempt from now on, including retries, is signed with the new one.
                </p>
                <p className="text-muted">
                  Until your receiver has the new secret, it rejects deliveries. They’re retried for about 39 hours, so
                  none are lost if you update it in time.
                </p>
              </div>
            </DialogBody>
            <DialogFooter>
              {failure ? (
                <p role="alert" className="text-14 text-bad">
                  {failure}
                </p>
              ) : null}
              <div className="grid grid-cols-2 gap-2">
                <Button isWide disabled={isBusy} onClick={close}>
                  Cancel
                </Button>
                <Button look="danger" isWide isBusy={isBusy} onClick={rotate}>
                  Rotate secret
                </Button>
              </div>
            </DialogFooter>
          </>
        )}
      </Dialog>
    </>
  );
}
