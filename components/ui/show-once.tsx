"use client";

import { Check, Copy, Download } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";
import { Dialog, DialogBody, DialogFooter } from "./dialog";

interface Shown {
  /** What it is: "Secret". */
  readonly label: string;
  readonly value: string;
  /** Its name in a `.env` file. */
  readonly variable?: string;
}

interface ShownOnceProps {
  readonly values: readonly Shown[];
  /** What it gives whoever has it, and what to do once it is lost. */
  readonly children: ReactNode;
  /** Offers the values that have a variable's name as this file. */
  readonly fileName?: string;
  readonly onDone: () => void;
}

/** A file of the browser's own making: the values go to no server. */
function download(fileName: string, values: readonly Shown[]): void {
  const lines = values.flatMap(({ variable, value }) => (variable ? [`${variable}=${value}\n`] : []));
  const address = URL.createObjectURL(new Blob(lines, { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/**
 * What a held dialog shows once. The values are the caller's to hold, in a component's state and nowhere else; `onDone`
 * must forget them. Leaving the page asks first.
 */
export function ShownOnce({ values, children, fileName, onDone }: ShownOnceProps) {
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <>
      <DialogBody>
        <p className="text-14 text-muted">{children}</p>
        {values.map((shown) => (
          <Value key={shown.label} {...shown} />
        ))}
        {fileName ? (
          <div>
            <Button onClick={() => download(fileName, values)}>
              <Download aria-hidden className="size-4" /> Download {fileName}
            </Button>
          </div>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-14">
          <input
            type="checkbox"
            checked={isStored}
            onChange={(event) => setStored(event.target.checked)}
            className="size-5 accent-(--accent)"
          />
          I have stored it. It can’t be shown again.
        </label>
        <Button look="primary" size="large" isWide disabled={!isStored} onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}

function Value({ label, value }: Shown) {
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-4">
        <p className="text-14 font-medium">{label}</p>
        <Button
          size="small"
          look="quiet"
          aria-label={`Copy ${label}`}
          onClick={async () => setCopied(await copyText(value))}
        >
          <Icon aria-hidden className="size-4" /> {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
      <output
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

/** The same as a dialog of its own, where no other was open before. */
export function ShowOnce({ title, values, ...rest }: ShowOnceProps) {
  return (
    <Dialog isOpen={values !== null} onClose={rest.onDone} isHeld title={title}>
      {values ? <ShownOnce values={values} {...rest} /> : null}
    </Dialog>
  );
}
