"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../forms/button";
import { DownloadButton } from "../forms/download-button";
import { CopyButton } from "../values/copy-button";
import { Dialog, DialogBody, DialogFooter } from "./dialog";
import { StoredCheck } from "./stored-check";

interface Shown {
  readonly label: string;
  readonly value: string;
  /** Its name in a `.env` file. */
  readonly variable?: string;
}

interface ShownOnceProps {
  readonly values: readonly Shown[];
  readonly children: ReactNode;
  /** Offers the values with a variable name as a download under this name. */
  readonly fileName?: string;
  /** Overrides "I have stored it. It can’t be shown again." */
  readonly storedLabel?: string;
  readonly onDone: () => void;
}

/** Secrets shown once in a held dialog. The caller keeps them in component state only, and must clear them in `onDone`. */
export function ShownOnce({ values, children, fileName, storedLabel, onDone }: ShownOnceProps) {
  const [isStored, setStored] = useState(false);
  const lines = values.flatMap(({ variable, value }) => (variable ? [`${variable}=${value}\n`] : []));
  return (
    <>
      <DialogBody>
        <p className="text-14 text-muted">{children}</p>
        {values.map((shown) => (
          <Value key={shown.label} {...shown} />
        ))}
        {fileName ? (
          <div>
            <DownloadButton name={fileName} text={lines.join("")}>{`Download ${fileName}`}</DownloadButton>
          </div>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <StoredCheck
          label={storedLabel ?? "I have stored it. It can’t be shown again."}
          isStored={isStored}
          onChange={setStored}
        />
        <Button look="primary" size="large" isWide disabled={!isStored} onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}

function Value({ label, value }: Shown) {
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-4">
        <p className="text-14 font-medium">{label}</p>
        <CopyButton text={value}>{`Copy ${label}`}</CopyButton>
      </div>
      <output
        translate="no"
        aria-label={label}
        className="block rounded-8 border border-line bg-raised px-3 py-2.5 font-mono text-13 break-all select-all"
      >
        {value}
      </output>
    </div>
  );
}

interface ShowOnceProps extends Omit<ShownOnceProps, "values"> {
  readonly title: string;
  /** Null: closed. */
  readonly values: readonly Shown[] | null;
}

/** The same in a dialog of its own. */
export function ShowOnce({ title, values, ...rest }: ShowOnceProps) {
  return (
    <Dialog isOpen={values !== null} onClose={rest.onDone} isHeld title={title}>
      {values ? <ShownOnce values={values} {...rest} /> : null}
    </Dialog>
  );
}
