"use client";

import { clsx } from "clsx";
import { FileUp } from "lucide-react";
import { type DragEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Button } from "@/components/ui/forms/button";
import { DownloadButton } from "@/components/ui/forms/download-button";
import { readTextFile } from "@/components/ui/forms/read-text-file";
import { TextArea } from "@/components/ui/forms/text-area";
import { MAX_BULK, MAX_IMPORT_BYTES } from "@/server/contracts/choices";
import { useTenant } from "../../shell/use-tenant";

const TYPES = ".csv,.tsv,.txt,text/csv,text/plain";
const ROWS = MAX_BULK.toLocaleString("en-US");
const LIMIT = { most: MAX_IMPORT_BYTES, what: `${MAX_IMPORT_BYTES / 1024} KB` };

interface ChooseFileProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isBusy: boolean;
  /** The server's error about the whole file. */
  readonly failure: string | undefined;
  readonly look: (text: string) => void;
}

export function ChooseFile({ text, onText, isBusy, failure, look }: ChooseFileProps) {
  const { may } = useTenant();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Also when the user comes back from the preview, whose button is gone.
  useEffect(() => button.current?.focus(), []);
  const [isOver, setOver] = useState(false);
  const [issue, setIssue] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file || isBusy) return;
    onText("");
    const read = await readTextFile(file, LIMIT);
    setIssue("issue" in read ? read.issue : undefined);
    if ("text" in read) look(read.text);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIssue(undefined);
    if (!isBusy) look(text);
  };
  const mayFund = may("play_sandbox");
  return (
    <DialogForm
      form={{ onSubmit: submit, noValidate: true }}
      action="Preview"
      isBusy={isBusy}
      isOff={text.trim() === ""}
      failure={issue ?? failure}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is beside the button, which does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          "flex flex-col items-center gap-3 rounded-8 border border-dashed px-4 py-6 text-center",
          isOver ? "border-accent bg-accent-fill" : "border-line-strong bg-raised",
        )}
      >
        <input
          ref={input}
          type="file"
          accept={TYPES}
          tabIndex={-1}
          aria-label="CSV file"
          className="sr-only"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // Without this, choosing the same file again fires no event.
            target.value = "";
          }}
        />
        <Button ref={button} data-first onClick={() => input.current?.click()} isBusy={isBusy}>
          <FileUp aria-hidden className="size-4" /> Choose a file
        </Button>
        <p className="text-13 text-muted">
          Or drop it here. Up to {ROWS} members and {MAX_IMPORT_BYTES / 1024} KB.
        </p>
      </div>
      <TextArea
        label="Or paste its text"
        rows={5}
        value={text}
        onChange={({ target }) => {
          setIssue(undefined);
          onText(target.value);
        }}
        placeholder={templateOf(mayFund).trim().replaceAll("\r", "")}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-48 flex-1 text-13 text-muted">
          The first line names the columns: name, email, external ID, currency{mayFund ? ", and test money" : ""}. Only
          the name is needed. A currency opens an account.
        </p>
        <DownloadButton name="members.csv" text={`\uFEFF${templateOf(mayFund)}`}>
          Download a template
        </DownloadButton>
      </div>
    </DialogForm>
  );
}

/** The column for test money exists only in the sandbox. */
function templateOf(mayFund: boolean): string {
  return mayFund
    ? "Name,Email,External ID,Currency,Test money\r\nAda Park,ada@example.com,staff-7,USD,25.00\r\n"
    : "Name,Email,External ID,Currency\r\nAda Park,ada@example.com,staff-7,USD\r\n";
}
