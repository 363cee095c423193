"use client";

import type { ComponentProps } from "react";
import { Callout } from "@/components/ui/feedback/callout";
import { Dialog, DialogBody } from "@/components/ui/feedback/dialog";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import type { Leaving } from "@/server/trpc/types";
import { EraseForm, type Erasing } from "./erase-form";
import { LeavingFacts } from "./leaving-facts";

interface Preview {
  readonly data: Leaving | undefined;
  readonly error: ComponentProps<typeof Failure>["error"] | null;
  readonly refetch: () => Promise<unknown>;
}

interface EraseDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly action: string;
  /** Refetched each time the dialog opens, so that the user confirms current facts. */
  readonly preview: Preview;
  readonly word: string;
  readonly hasSecondFactor: boolean;
  /** Rejects with the server's error. */
  readonly onErase: (input: Erasing) => Promise<void>;
}

/**
 * Lists what will be deleted and what is kept, then asks for proof of identity. If something blocks the deletion, says what.
 */
export function EraseDialog({ isOpen, onClose, title, ...rest }: EraseDialogProps) {
  const isBlocked = rest.preview.data !== undefined && rest.preview.data.obstacles.length > 0;
  const purpose = isBlocked ? {} : { purpose: "This can’t be undone." };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} {...purpose}>
      <Content {...rest} />
    </Dialog>
  );
}

function Content({ preview, ...form }: Omit<EraseDialogProps, "isOpen" | "onClose" | "title">) {
  if (preview.data === undefined && preview.error) {
    return (
      <DialogBody>
        <Failure what="What would be deleted" error={preview.error} onRetry={() => void preview.refetch()} />
      </DialogBody>
    );
  }
  if (preview.data === undefined) {
    return (
      <DialogBody>
        <div role="status" aria-label="Loading" className="flex flex-col gap-4">
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      </DialogBody>
    );
  }
  const { obstacles } = preview.data;
  if (obstacles.length > 0) {
    return (
      <DialogBody>
        <Callout tone="warn" title="Can’t be deleted now">
          <ul className="flex flex-col gap-1">
            {obstacles.map((obstacle) => (
              <li key={obstacle} className="wrap-anywhere">
                {obstacle}
              </li>
            ))}
          </ul>
        </Callout>
      </DialogBody>
    );
  }
  return (
    <EraseForm {...form} agreed={preview.data.agreed} onChanged={() => void preview.refetch()}>
      <LeavingFacts leaving={preview.data} />
    </EraseForm>
  );
}
