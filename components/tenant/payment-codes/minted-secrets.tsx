"use client";

import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { useHeld } from "@/components/ui/forms/use-held";
import { CopyButton } from "@/components/ui/values/copy-button";
import { Time } from "@/components/ui/values/time";
import type { MintedCode } from "@/server/trpc/types";

/** The code and PIN exist only in this component's props. */
export function MintedSecrets({ minted, onDone }: { readonly minted: MintedCode; readonly onDone: () => void }) {
  useHeld(true);
  return (
    <>
      <DialogBody>
        <Secret label="Payment code" text={minted.code} />
        <Secret label="PIN" text={minted.pin} />
        <p className="text-14 text-muted">
          First use by <Time at={minted.expiresAt} />. They aren’t stored and can’t be shown again.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" isWide onClick={onDone}>
          I’ve passed them on
        </Button>
      </DialogFooter>
    </>
  );
}

function Secret({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <p className="text-14 font-medium">{label}</p>
      <p className="mt-1 flex items-center justify-between gap-3 rounded-8 border border-line bg-raised py-2 pr-2 pl-4">
        <span data-testid={label} className="font-mono text-28 font-semibold tracking-wide">
          {text}
        </span>
        <CopyButton text={text}>Copy</CopyButton>
      </p>
    </div>
  );
}
