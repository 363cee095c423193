"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert, Minus, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Badge, type Tone } from "@/components/ui/feedback/badge";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Choice } from "@/components/ui/forms/choice";
import { sentence } from "@/components/ui/forms/issues";
import { newClaim } from "@/components/ui/forms/new-claim";
import { Toggle } from "@/components/ui/forms/toggle";
import { grouped } from "@/components/ui/values/count";
import type { ImportPreview } from "@/server/trpc/types";
import { countOf } from "../../bulk/bulk-acts";
import { useTenant } from "../../shell/use-tenant";

type Row = ImportPreview["rows"][number];
type State = Row["state"];
type Field = NonNullable<ImportPreview["columns"][number]["field"]>;

const FIELDS: Readonly<Record<Field, string>> = {
  name: "Name",
  email: "Email",
  externalId: "External ID",
  currency: "Currency",
  amount: "Test money",
};

const STATES = {
  new: { word: "New", tone: "good", icon: Plus },
  there: { word: "Exists", tone: "neutral", icon: Minus },
  wrong: { word: "Problem", tone: "bad", icon: CircleAlert },
} as const satisfies Record<State, { word: string; tone: Tone; icon: typeof Plus }>;

interface PreviewRowsProps {
  readonly text: string;
  readonly preview: ImportPreview;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

export function PreviewRows({ text, preview, onBack, onDone }: PreviewRowsProps) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const [key] = useState(newClaim);
  const [isInviting, setInviting] = useState(false);
  const [filter, setFilter] = useState<State | "all">("all");
  const summary = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => summary.current?.focus(), []);
  const { rows, counts } = preview;
  const start = useMutation(
    trpc.tenant.memberImports.start.mutationOptions({
      onSuccess: ({ total }) => {
        toast.success(`Creating ${countOf("create_members", total)}`);
        onDone();
      },
    }),
  );
  const shown = filter === "all" ? rows : rows.filter(({ state }) => state === filter);
  const wanted = countOf("create_members", counts.new);
  const states = (Object.keys(STATES) as State[]).filter((state) => counts[state] > 0);
  return (
    <>
      <DialogBody>
        <div className="flex flex-col gap-1">
          <p ref={summary} tabIndex={-1} role="status" className="text-16 font-medium outline-none">
            {counts.new === 0 ? "No new members in this file" : `${wanted} will be created`}
          </p>
          <p className="text-14 text-muted">{leftOutOf(counts)}</p>
          <Columns columns={preview.columns} />
        </div>
        <Invitations preview={preview} isOn={isInviting} onChange={setInviting} />
        {states.length > 1 ? (
          <Choice
            label="Rows"
            value={filter}
            onChange={setFilter}
            options={[
              { value: "all", label: `All ${grouped(rows.length)}` },
              ...states.map((state) => ({ value: state, label: `${STATES[state].word} ${grouped(counts[state])}` })),
            ]}
          />
        ) : null}
        <ul aria-label="Rows of the file" className="divide-y divide-line rounded-8 border border-line">
          {shown.map((row) => (
            <RowItem key={row.line} row={row} />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        {start.error ? (
          <p role="alert" className="flex items-start gap-1.5 text-14 text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> {messageOf(start.error)}
          </p>
        ) : null}
        <div className="flex flex-col-reverse gap-2 sm:flex-row">
          <Button size="large" onClick={onBack} disabled={start.isPending}>
            Choose another file
          </Button>
          <span className="flex flex-1">
            <Button
              look="primary"
              size="large"
              isWide
              disabled={counts.new === 0}
              isBusy={start.isPending}
              onClick={() => start.mutate({ ...place, key, text, isInviting })}
            >
              {counts.new === 0 ? "Create members" : `Create ${wanted}`}
            </Button>
          </span>
        </div>
      </DialogFooter>
    </>
  );
}

/** `2 exist already and 1 has a problem. They are left out.` */
function leftOutOf({ there, wrong }: ImportPreview["counts"]): string {
  const parts = [
    there > 0 ? `${grouped(there)} ${there === 1 ? "exists" : "exist"} already` : null,
    wrong > 0 ? `${grouped(wrong)} ${wrong === 1 ? "has a problem" : "have problems"}` : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return "Every row can be created.";
  return `${parts.join(" and ")}. ${there + wrong === 1 ? "It is" : "They are"} left out.`;
}

function Columns({ columns }: Pick<ImportPreview, "columns">) {
  const used = columns.flatMap(({ field }) => (field ? [FIELDS[field]] : []));
  const others = columns.flatMap(({ field, title }) => (field || title === "" ? [] : [`“${title}”`]));
  return (
    <p className="text-13 break-words text-muted">
      Columns: {used.join(", ")}.{others.length > 0 ? ` Not used: ${others.join(", ")}.` : ""}
    </p>
  );
}

interface InvitationsProps {
  readonly preview: ImportPreview;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Invitations({ preview, isOn, onChange }: InvitationsProps) {
  const { wanted, possible, because } = preview.invitations;
  if (wanted === 0 || because === "shared") return null;
  const limit =
    possible < wanted
      ? `${grouped(wanted)} have an email, and you can invite ${possible} more today: the first ${possible} in the file.`
      : `${grouped(wanted)} ${wanted === 1 ? "has" : "have"} an email.`;
  const refused = {
    unproved: "Confirm your own email first, on your account page.",
    limit: "Today’s invitations are used up. Invite members later, on their pages.",
  } as const;
  return (
    <Toggle
      label="Invite to the wallet"
      help={because ? refused[because] : `${limit} Anyone with the link can spend from the account.`}
      isOn={isOn}
      isOff={because !== null}
      onChange={onChange}
    />
  );
}

function RowItem({ row }: { readonly row: Row }) {
  const { line, name, email, externalId, currency, amount, state, issues } = row;
  const { word, tone, icon } = STATES[state];
  const facts = [
    { of: "email", text: email },
    { of: "externalId", text: externalId },
    { of: "account", text: `${currency.toUpperCase()} ${amount}`.trim() },
  ].filter(({ text }) => text !== "");
  return (
    // Defers the layout of rows out of view: there may be a thousand.
    <li className="flex gap-2 px-2 py-2.5 sm:gap-3 sm:px-3 [contain-intrinsic-size:auto_3.75rem] [content-visibility:auto]">
      <span className="w-8 shrink-0 pt-0.5 text-right text-13 text-muted tabular-nums">
        <span className="sr-only">Line </span>
        {line}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-14 font-medium break-words">
          {name || <span className="text-muted">No name</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-13 text-muted">
          {facts.map(({ of, text }) => (
            <span key={of} className="max-w-full break-words">
              {text}
            </span>
          ))}
        </span>
        {issues.map(({ field, message }) => (
          <span key={field ?? "row"} className="block text-13 break-words text-bad">
            {field ? `${FIELDS[field]}: ` : ""}
            {sentence(message)}
          </span>
        ))}
      </span>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
    </li>
  );
}
