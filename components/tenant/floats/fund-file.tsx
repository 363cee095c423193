"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { formatMoney } from "@/components/shared/money/money";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { DownloadButton } from "@/components/ui/forms/download-button";
import { newClaim } from "@/components/ui/forms/new-claim";
import { readTextFile } from "@/components/ui/forms/read-text-file";
import { grouped } from "@/components/ui/values/count";
import { useLocale } from "@/components/ui/values/locale";
import { MAX_FUNDING_BYTES, MAX_FUNDING_ROWS } from "@/server/contracts/choices";
import type { FundingPreview } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

const TEMPLATE = "Member,Amount,Reference,Currency\r\nstaff-7,25.00,Subsidy 11/2026 staff-7,EUR\r\n";

export function FundFile() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FileUp aria-hidden className="size-4" /> Fund from a file
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isWide
        title="Fund from a file"
        purpose={`A CSV file of up to ${grouped(MAX_FUNDING_ROWS)} rows. You see a preview before anything is moved.`}
      >
        <Steps onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Steps({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const input = useRef<HTMLInputElement>(null);
  const [key] = useState(newClaim);
  const [text, setText] = useState("");
  const [issue, setIssue] = useState<string>();
  const preview = useMutation(trpc.tenant.fundingFiles.preview.mutationOptions());
  const start = useMutation(
    trpc.tenant.fundingFiles.start.mutationOptions({
      onSuccess: ({ isHeld }) => {
        toast.success(isHeld ? "A second person has to approve this file" : "Funding your members");
        onDone();
      },
    }),
  );
  const take = async (file: File | undefined) => {
    if (!file) return;
    preview.reset();
    start.reset();
    const read = await readTextFile(file, { most: MAX_FUNDING_BYTES, what: "1 MB" });
    setIssue("issue" in read ? read.issue : undefined);
    if (!("text" in read)) return;
    setText(read.text);
    preview.mutate({ ...place, text: read.text });
  };
  const error = start.error ?? preview.error;
  const failure = issue ?? (error ? messageOf(error) : undefined);
  const shown = preview.data;
  const isReady = shown !== undefined && shown.counts.wrong === 0 && shown.counts.new > 0;
  return (
    <>
      <DialogBody>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          tabIndex={-1}
          aria-label="CSV file"
          className="sr-only"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = "";
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button data-first isBusy={preview.isPending} onClick={() => input.current?.click()}>
            <FileUp aria-hidden className="size-4" /> Choose a file
          </Button>
          <DownloadButton name="fundings.csv" text={`\uFEFF${TEMPLATE}`}>
            Download a template
          </DownloadButton>
        </div>
        <p className="text-13 text-muted">
          Columns: member (its id, its account’s, or your own external ID), amount, and reference. Currency, if a member
          has several accounts. A reference funds an account once, so a file can be sent again.
        </p>
        {shown ? <Rows preview={shown} /> : null}
      </DialogBody>
      <DialogFooter>
        {failure ? (
          <p role="alert" className="flex items-start gap-1.5 text-14 text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> {failure}
          </p>
        ) : null}
        <Button
          look="primary"
          size="large"
          isWide
          disabled={!isReady}
          isBusy={start.isPending}
          onClick={() => start.mutate({ ...place, key, text })}
        >
          {shown && isReady ? `Fund ${grouped(shown.counts.new)} ${shown.counts.new === 1 ? "row" : "rows"}` : "Fund"}
        </Button>
      </DialogFooter>
    </>
  );
}

function Rows({ preview: { counts, totals, rows } }: { readonly preview: FundingPreview }) {
  const locale = useLocale();
  const problems = rows.filter(({ state }) => state === "wrong");
  return (
    <>
      <div role="status" className="flex flex-col gap-1">
        <p className="text-16 font-medium">
          {grouped(counts.new)} to fund, {grouped(counts.there)} funded already, {grouped(counts.wrong)} with a problem
        </p>
        {totals.map(({ currency, total, available }) => (
          <p key={currency} className={total > available ? "text-14 text-bad" : "text-14 text-muted"}>
            {formatMoney(total, currency, locale)} of {formatMoney(available, currency, locale)} in the float
          </p>
        ))}
      </div>
      {problems.length > 0 ? (
        <ul aria-label="Problems" className="divide-y divide-line rounded-8 border border-line">
          {problems.map(({ line, issue }) => (
            <li
              key={line}
              className="px-3 py-2.5 text-14 [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]"
            >
              <span className="text-muted tabular-nums">Line {line}</span> <span className="text-bad">{issue}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
