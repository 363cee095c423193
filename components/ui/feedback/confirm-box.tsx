"use client";

import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../forms/button";
import { useReturningFocus } from "./use-returning-focus";

export interface ConfirmProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** A warning that says what stops working, and when. */
  readonly children: ReactNode;
  readonly action: string;
  /** Nothing is removed or lost. */
  readonly isHarmless?: boolean;
  readonly keep?: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

export function ConfirmBox(props: ConfirmProps) {
  const { isOpen, onClose, title, children, action, keep = "Cancel", isHarmless = false, isBusy, onConfirm } = props;
  const focus = useReturningFocus();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => (open || isBusy ? undefined : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <AlertDialog.Content
          {...focus}
          className="fixed inset-x-4 bottom-4 z-50 animate-sheet rounded-8 border border-line bg-page p-5 shadow-float outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[25rem] sm:-translate-x-1/2 sm:-translate-y-1/2"
        >
          <AlertDialog.Title className="text-16">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-14 text-muted">{children}</AlertDialog.Description>
          <div className="mt-5 grid grid-cols-2 gap-2">
            <AlertDialog.Cancel asChild>
              <Button isWide disabled={isBusy}>
                {keep}
              </Button>
            </AlertDialog.Cancel>
            <Button look={isHarmless ? "primary" : "danger"} isWide isBusy={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
