"use client";

import { type FormEvent, useState } from "react";
import { NewCodeInput } from "@/server/contracts/portal";
import type { Account, CreatedCode } from "@/server/trpc/types";
import { AccountChoice } from "../accounts/account-choice";
import { issuesOf, messageOf, useTRPCClient } from "../trpc/client";
import { AmountField, readAmountText } from "../ui/amount-field";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { DialogBody, DialogFooter } from "../ui/dialog";
import { Field } from "../ui/field";
import { Money } from "../ui/money";
import { newClaim } from "../ui/new-claim";

const LIFETIMES = [
  { value: "10", label: "10 min" },
  { value: "60", label: "1 hour" },
  { value: "1440", label: "1 day" },
  { value: "10080", label: "1 week" },
] as const;

const HOW_OFTEN = [
  { value: "once", label: "Once" },
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
] as const;

type HowOften = (typeof HOW_OFTEN)[number]["value"];
type Issues = Readonly<Record<string, string>>;

interface Draft {
  readonly account: string;
  readonly cap: string;
  readonly expiryMinutes: string;
  readonly howOften: HowOften;
  readonly limit: string;
  readonly thru: string;
}

/** What was typed, as the contract reads it, or what is wrong with it by field. */
function readDraft(key: string, draft: Draft) {
  const cap = readAmountText(draft.cap);
  if (draft.cap.trim() !== "" && cap === null) return { issues: { maxAmount: "Enter an amount, like 12.50." } };
  const recurring = draft.howOften !== "once" && {
    interval: draft.howOften,
    ...(draft.limit ? { limit: Number(draft.limit) } : {}),
    ...(draft.thru ? { thru: draft.thru } : {}),
  };
  const parsed = NewCodeInput.safeParse({
    key,
    account: draft.account,
    expiryMinutes: Number(draft.expiryMinutes),
    ...(cap === null ? {} : { maxAmount: cap }),
    ...(recurring ? { recurring } : {}),
  });
  if (parsed.success) return { input: parsed.data };
  return { issues: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message])) };
}

interface NewCodeFormProps {
  readonly accounts: readonly Account[];
  readonly onCreated: (created: CreatedCode) => void;
}

/** Everything has a sensible start: a code is two taps away. */
export function NewCodeForm({ accounts, onCreated }: NewCodeFormProps) {
  // Not through the query client: the answer holds the code, which no cache may ever have.
  const client = useTRPCClient();
  const [key] = useState(newClaim);
  const [draft, setDraft] = useState<Draft>({
    account: accounts[0]?.id ?? "",
    cap: "",
    expiryMinutes: "10",
    howOften: "once",
    limit: "",
    thru: "",
  });
  const [issues, setIssues] = useState<Issues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setIssues({});
    setFailure(undefined);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(key, draft);
    if (!read.input) return setIssues(read.issues);
    setBusy(true);
    try {
      onCreated(await client.codes.create.mutate(read.input));
    } catch (error) {
      setIssues(issuesOf(error));
      setFailure(messageOf(error));
      setBusy(false);
    }
  };

  const chosen = accounts.find(({ id }) => id === draft.account);
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <AmountField
          label="At most"
          currency={chosen?.currency ?? ""}
          value={draft.cap}
          onChange={(cap) => change({ cap })}
          error={issues.maxAmount}
          placeholder="No cap"
          help={
            chosen && draft.cap === "" ? (
              <>
                Without a cap one payment may take all <Money amount={chosen.available} currency={chosen.currency} />.
              </>
            ) : (
              "What one payment may come to."
            )
          }
        />
        <Choice
          label="Works"
          options={HOW_OFTEN}
          value={draft.howOften}
          onChange={(howOften) => change({ howOften })}
        />
        {draft.howOften === "once" ? null : (
          <div className="grid grid-cols-2 gap-3">
            <Field
              label="Uses in all"
              inputMode="numeric"
              placeholder="Any number"
              value={draft.limit}
              onChange={(event) => change({ limit: event.target.value })}
              error={issues["recurring.limit"] ?? issues.recurringLimit}
            />
            <Field
              label="Last day"
              type="date"
              value={draft.thru}
              onChange={(event) => change({ thru: event.target.value })}
              error={issues["recurring.thru"] ?? issues.recurringThru}
            />
          </div>
        )}
        <Choice
          label={draft.howOften === "once" ? "Expires in" : "First use within"}
          options={LIFETIMES}
          value={draft.expiryMinutes}
          onChange={(expiryMinutes) => change({ expiryMinutes })}
        />
        {accounts.length > 1 ? (
          <AccountChoice
            label="Pays from"
            accounts={accounts}
            value={draft.account}
            onChange={(account) => change({ account })}
          />
        ) : null}
      </DialogBody>
      <DialogFooter>
        {failure ? (
          <p role="alert" className="text-14 text-bad">
            {failure}
          </p>
        ) : null}
        <Button type="submit" look="primary" size="large" isWide isBusy={isBusy}>
          Create code
        </Button>
      </DialogFooter>
    </form>
  );
}
