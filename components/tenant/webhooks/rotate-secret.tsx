"use client";

import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { Choice } from "@/components/ui/forms/choice";
import { newClaim } from "@/components/ui/forms/new-claim";
import { useActInAddress } from "@/components/ui/tables/use-new-in-address";
import { Time } from "@/components/ui/values/time";
import type { Subscription } from "@/server/trpc/types";
import { SecretState } from "./secret-state";
import { ShownSecret } from "./shown-secret";

/** Hours during which both secrets sign. */
const OVERLAPS = [
  { value: "24", label: "24 hours", note: "Recommended" },
  { value: "168", label: "7 days" },
  { value: "1", label: "1 hour" },
  { value: "0", label: "Replace it immediately" },
] as const;

interface Made {
  readonly secret: string | null;
  /** Null: immediately. */
  readonly at: string | null;
}

interface Rotated {
  readonly secret: string | null;
  readonly subscription: Pick<Subscription, "nextSecretAt">;
}

export function RotateSecret({ subscription }: { readonly subscription: Subscription }) {
  const { id, secretLast4, nextSecretAt } = subscription;
  const place = usePlace();
  const trpc = useTRPC();
  const [key, setKey] = useState<string | null>(null);
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]["value"]>("24");
  const [made, setMade] = useState<Made | null>(null);
  const isAtOnce = overlap === "0";
  const onSuccess = ({ secret, subscription: { nextSecretAt: at } }: Rotated) => setMade({ secret, at });
  const replace = useMutation(trpc.tenant.webhooks.rotate.mutationOptions({ onSuccess }));
  const overlapping = useMutation(trpc.tenant.webhooks.makeNextSecret.mutationOptions({ onSuccess }));
  const asked = isAtOnce ? replace : overlapping;
  useActInAddress(() => setKey(newClaim()), ["rotate"]);
  const close = () => {
    setKey(null);
    setMade(null);
    // Forgets the secret.
    replace.reset();
    overlapping.reset();
  };
  const choose = (value: typeof overlap) => {
    setOverlap(value);
    // A different choice needs a new idempotency key.
    setKey(newClaim());
  };
  const rotate = () => {
    const what = { ...place, id, key: key ?? "" };
    if (isAtOnce) replace.mutate(what);
    else overlapping.mutate({ ...what, hours: Number(overlap) });
  };
  return (
    <>
      <Button onClick={() => setKey(newClaim())}>
        <RefreshCw aria-hidden className="size-4" /> Rotate secret
      </Button>
      <Dialog
        isOpen={key !== null}
        onClose={close}
        isHeld={made !== null}
        title={made ? "New signing secret" : "Rotate the signing secret"}
        {...(made ? { purpose: purposeOf(made) } : {})}
      >
        {made ? (
          <ShownSecret secret={made.secret} onDone={close}>
            {made.at ? (
              <p className="text-14">
                The old secret stops working <Time at={made.at} />.
              </p>
            ) : null}
          </ShownSecret>
        ) : (
          <>
            <DialogBody>
              <SecretState subscription={subscription} />
              <Choice
                label="The old secret keeps working for"
                layout="list"
                options={OVERLAPS}
                value={overlap}
                onChange={choose}
              />
              <p className="text-14 text-muted">
                {isAtOnce ? (
                  <>
                    The secret that ends in{" "}
                    <code translate="no" className="text-13">
                      {secretLast4}
                    </code>{" "}
                    stops working now. Until your receiver has the new one, it rejects deliveries. They’re retried for
                    about 39 hours.
                  </>
                ) : (
                  <>
                    Meanwhile{" "}
                    <code translate="no" className="text-13">
                      webhook-signature
                    </code>{" "}
                    carries both signatures. The other signature header carries one and switches at the end, so have
                    your receiver accept both secrets by then.
                  </>
                )}
                {nextSecretAt === null ? null : " The secret you made before is replaced."}
              </p>
            </DialogBody>
            <DialogFooter>
              {asked.error ? (
                <p role="alert" className="text-14 text-bad">
                  {messageOf(asked.error)}
                </p>
              ) : null}
              <div className="grid grid-cols-2 gap-2">
                <Button isWide disabled={asked.isPending} onClick={close}>
                  Cancel
                </Button>
                <Button look={isAtOnce ? "danger" : "primary"} isWide isBusy={asked.isPending} onClick={rotate}>
                  {isAtOnce ? "Rotate secret" : "Show new secret"}
                </Button>
              </div>
            </DialogFooter>
          </>
        )}
      </Dialog>
    </>
  );
}

function purposeOf({ at }: Made): string {
  return at === null
    ? "Shown only once. The old secret no longer works."
    : "Shown only once. Add it to your receiver beside the old one.";
}
