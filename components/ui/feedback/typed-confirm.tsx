"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Field } from "../forms/field";
import { Dialog } from "./dialog";
import { DialogForm } from "./dialog-form";

interface TypedConfirmProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly word: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

export function TypedConfirm({ isOpen, onClose, title, ...rest }: TypedConfirmProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} isForgettable title={title}>
      <Typed {...rest} />
    </Dialog>
  );
}

function Typed({ children, word, action, isBusy, onConfirm }: Omit<TypedConfirmProps, "isOpen" | "onClose" | "title">) {
  const [typed, setTyped] = useState("");
  const isRight = typed.trim() === word;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) onConfirm();
  };
  return (
    <DialogForm form={{ onSubmit }} action={action} isBusy={isBusy} isDanger isOff={!isRight}>
      <div className="text-14 text-muted">{children}</div>
      <Field
        label={`Type “${word}” to continue`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </DialogForm>
  );
}
