"use client";

import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { StoredCheck } from "@/components/ui/feedback/stored-check";
import { Button } from "@/components/ui/forms/button";
import { CopyButton } from "@/components/ui/values/copy-button";

interface ShownSecretProps {
  /** Null: the request was repeated, and only the first answer contained the secret. */
  readonly secret: string | null;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

/** Shows a signing secret once. It exists only in the state of the surrounding dialog. */
export function ShownSecret({ secret, onDone, children }: ShownSecretProps) {
  const [isStored, setStored] = useState(false);
  if (secret === null) return <Lost onDone={onDone} />;
  return (
    <>
      <DialogBody>
        {children}
        <p
          translate="no"
          data-testid="webhook-secret"
          className="rounded-8 border border-line bg-raised p-4 font-mono text-14 break-all"
        >
          {secret}
        </p>
        <CopyButton text={secret} size="medium" isWide>
          Copy secret
        </CopyButton>
        <p className="text-14 text-muted">
          Store it with your receiver’s settings. The whole value,{" "}
          <code translate="no" className="text-13">
            whsec_
          </code>{" "}
          included, is the key.
        </p>
      </DialogBody>
      <DialogFooter>
        <StoredCheck label="I have stored it" isStored={isStored} onChange={setStored} />
        <Button look="primary" size="large" isWide disabled={!isStored} onClick={onDone}>
          Done
        </Button>
        <p className="text-center text-13 text-muted">It can’t be shown again.</p>
      </DialogFooter>
    </>
  );
}

function Lost({ onDone }: { readonly onDone: () => void }) {
  return (
    <>
      <DialogBody>
        <p className="flex gap-2 text-14">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          The change was made, but the response with the secret was lost on its way here. Rotate the secret to get
          another.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" size="large" isWide onClick={onDone}>
          Close
        </Button>
      </DialogFooter>
    </>
  );
}
