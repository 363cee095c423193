"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { newClaim } from "@/components/ui/forms/new-claim";
import { readTextFile } from "@/components/ui/forms/read-text-file";
import { SelectField } from "@/components/ui/forms/select-field";
import { MAX_STATEMENT_BYTES } from "@/server/contracts/choices";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";

const MOST = MAX_STATEMENT_BYTES / 1024 / 1024;
const SAMPLES = [
  { name: "camt.053", href: "/samples/statement.camt.053.001.08.xml" },
  { name: "MT940", href: "/samples/statement.mt940" },
  { name: "CSV", href: "/samples/statement.csv" },
] as const;

export function UploadStatement() {
  return (
    <OwnLoginOnly>
      <FormDialog
        look="primary"
        icon={FileUp}
        button="Upload statement"
        title="Upload a bank statement"
        purpose={`camt.053 (001.02 or 001.08), MT940, or CSV, up to ${MOST} MB. A statement counts once, however often it is uploaded.`}
        form={(done) => <Form onDone={done} />}
      />
    </OwnLoginOnly>
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const input = useRef<HTMLInputElement>(null);
  const [key] = useState(newClaim);
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [issue, setIssue] = useState<string>();
  const [bankAccountId, setBankAccountId] = useState("");
  const accounts = useQuery(trpc.network.bank.accounts.queryOptions(place));
  const send = useMutation(
    trpc.network.bank.importStatement.mutationOptions({
      onSuccess: ({ statements }) => {
        const added = statements.reduce((sum, { newCount }) => sum + newCount, 0);
        const isKnown = statements.every(({ isNew }) => !isNew);
        toast.success(isKnown ? "This statement was here already" : `${added.toLocaleString("en-US")} new lines`);
        onDone();
      },
    }),
  );
  const begins = file?.text.slice(0, 2_000).trimStart() ?? "";
  const isCsv = file !== null && !begins.startsWith("<") && !/^(:20:|\{1:)/m.test(begins);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    send.reset();
    const read = await readTextFile(chosen, { most: MAX_STATEMENT_BYTES, what: `${MOST} MB` });
    setIssue("issue" in read ? read.issue : undefined);
    setFile("text" in read ? { name: chosen.name, text: read.text } : null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file || send.isPending) return;
    send.mutate({ ...place, key, text: file.text, ...(isCsv && bankAccountId ? { bankAccountId } : {}) });
  };
  return (
    <DialogForm
      form={{ onSubmit: submit, noValidate: true }}
      action="Upload"
      isBusy={send.isPending}
      isOff={file === null || (isCsv && bankAccountId === "")}
      failure={issue ?? (send.error ? messageOf(send.error) : undefined)}
    >
      <input
        ref={input}
        type="file"
        accept=".xml,.sta,.mt940,.940,.txt,.csv"
        tabIndex={-1}
        aria-label="Statement"
        className="sr-only"
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = "";
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button data-first onClick={() => input.current?.click()}>
          <FileUp aria-hidden className="size-4" /> Choose a file
        </Button>
        <p role="status" className="min-w-0 text-14 wrap-anywhere text-muted">
          {file?.name ?? ""}
        </p>
      </div>
      {isCsv ? (
        <SelectField
          label="Account"
          name="bankAccountId"
          value={bankAccountId}
          onChange={({ target }) => setBankAccountId(target.value)}
          placeholder="Choose an account"
          help="A CSV file doesn’t say of which account it is."
          options={(accounts.data ?? []).map(({ id, currency, accountNumber }) => ({
            value: id,
            label: `${currency}, …${accountNumber.slice(-4)}`,
          }))}
        />
      ) : null}
      <p className="text-13 text-muted">
        Samples:{" "}
        {SAMPLES.map(({ name, href }, index) => (
          <span key={name}>
            {index > 0 ? ", " : ""}
            <a href={href} download className="text-accent hover:underline">
              {name}
            </a>
          </span>
        ))}
        .
      </p>
    </DialogForm>
  );
}
