"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { HoldContext } from "../forms/hold";
import { Confirm } from "./confirm";
import { useClosedByBack } from "./use-closed-by-back";
import { useReturningFocus } from "./use-returning-focus";

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly purpose?: string;
  /** Shows a secret once: Escape and outside clicks don't close it, and it has no close button. */
  readonly isHeld?: boolean;
  /** What is typed is no loss: a word that confirms, or a password. */
  readonly isForgettable?: boolean;
  /** For tables rather than fields. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

const FIRST = ["[data-first]", "form :is(input, select, textarea):not([disabled], [type=hidden])"];

/** A text field of a form, or a file. What is typed outside of a form counts at once, so closing loses nothing. */
const FORM_TEXT = "form :is(textarea, input:not([type=search], [type=checkbox], [type=radio])), input[type=file]";

/**
 * A bottom sheet on phones, else a centered box. Traps and restores the focus. Can't be closed while one of its buttons is
 * busy, asks before closing loses what was typed, and is closed by the browser's Back.
 */
export function DialogBox(props: DialogProps) {
  const { isOpen, onClose, title, purpose, isHeld = false, isForgettable = false, isWide = false, children } = props;
  const focus = useReturningFocus();
  const [holds, setHolds] = useState(0);
  const begin = useCallback(() => {
    setHolds((count) => count + 1);
    return () => setHolds((count) => count - 1);
  }, []);
  const isStuck = isHeld || holds > 0;
  const isTyped = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    if (isStuck) return;
    if (isTyped.current && !isForgettable) setAsking(true);
    else onClose();
  };
  useClosedByBack(isOpen && !isStuck, leave);
  const stay = (event: Event) => {
    if (isStuck) event.preventDefault();
  };
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => (open ? undefined : leave())}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Primitive.Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            isTyped.current = false;
            // Otherwise the close button, which is first in the DOM, would get the focus.
            const box = event.currentTarget as HTMLElement;
            const first = FIRST.map((what) => box.querySelector<HTMLElement>(what)).find((found) => found !== null);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onInput={({ target }) => {
            if (target instanceof Element && target.matches(FORM_TEXT)) isTyped.current = true;
          }}
          onEscapeKeyDown={stay}
          onPointerDownOutside={stay}
          onInteractOutside={stay}
          {...(purpose ? {} : { "aria-describedby": undefined })}
          className={clsx(
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-sheet flex-col rounded-t-8 border-t border-line bg-page shadow-float outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-8 sm:border",
            isWide ? "sm:w-[min(42rem,calc(100vw-3rem))]" : "sm:w-[27.5rem]",
          )}
        >
          <header className="flex items-start gap-4 px-5 pt-5 pb-4">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="text-20">{title}</Primitive.Title>
              {purpose ? (
                <Primitive.Description className="mt-1 text-14 text-muted">{purpose}</Primitive.Description>
              ) : null}
            </div>
            {isHeld ? null : (
              <Primitive.Close
                aria-label="Close"
                aria-disabled={isStuck || undefined}
                className="-mt-1 -mr-2 grid size-10 place-items-center rounded-8 text-muted hover:bg-hover aria-disabled:opacity-40"
              >
                <X aria-hidden className="size-5" />
              </Primitive.Close>
            )}
          </header>
          <HoldContext value={begin}>{children}</HoldContext>
          <Confirm
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            title="Discard what you typed?"
            action="Discard"
            keep="Keep editing"
            isBusy={false}
            onConfirm={() => {
              setAsking(false);
              onClose();
            }}
          >
            It isn’t saved.
          </Confirm>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
