"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./button";
import { Dialog, DialogBody, DialogFooter } from "./dialog";
import { Field } from "./field";

interface TypedConfirmProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What has to be typed, such as the thing's name. */
  readonly word: string;
  /** What will stop working, and when. */
  readonly children: ReactNode;
  /** What the button does. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

/** Asks before what can't be undone, so that no hand slips. */
export function TypedConfirm(props: TypedConfirmProps) {
  const { isOpen, onClose, title } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Question {...props} />
    </Dialog>
  );
}

function Question({ word, children, action, isBusy, onConfirm, onClose }: TypedConfirmProps) {
  const [typed, setTyped] = useState("");
  const isRight = typed.trim() === word;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !isBusy) onConfirm();
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <div className="flex flex-col gap-2 text-14 text-muted">{children}</div>
        <Field
          label={`Type ${word} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </DialogBody>
      <DialogFooter>
        <div className="grid grid-cols-2 gap-2">
          <Button isWide onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" look="danger" isWide isBusy={isBusy} disabled={!isRight}>
            {action}
          </Button>
        </div>
      </DialogFooter>
    </form>
  );
}
