"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toast } from "sonner";
import { CardLimitsInput } from "@/server/contracts/portal";
import type { Card } from "@/server/trpc/types";
import { issuesOf, messageOf, useTRPC } from "../trpc/client";
import { AmountField, readAmountText } from "../ui/amount-field";
import { Button } from "../ui/button";
import { DialogBody, DialogFooter } from "../ui/dialog";
import { Field } from "../ui/field";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import { nameCard } from "./name-card";

type Name = keyof Card["limits"];
type Draft = Readonly<Record<Name, string>>;
type Issues = Readonly<Record<string, string>>;

const show = (value: number | null) => (value === null ? "" : String(value));

/** What was typed, as the contract reads it, or what is wrong with it by field. Nothing typed is no limit. */
function readDraft(id: string, draft: Draft) {
  const issues: Record<string, string> = {};
  const amount = (name: Name) => {
    if (draft[name].trim() === "") return {};
    const value = readAmountText(draft[name]);
    if (value === null) issues[name] = "Enter an amount, like 12.50.";
    return value === null ? {} : { [name]: value };
  };
  const count = draft.dailyCount.trim() === "" ? {} : { dailyCount: Number(draft.dailyCount) };
  const parsed = CardLimitsInput.safeParse({ id, ...amount("perTransaction"), ...amount("dailyAmount"), ...count });
  for (const { path, message } of parsed.error?.issues ?? []) issues[path.join(".")] ??= message;
  return { input: parsed.success && Object.keys(issues).length === 0 ? parsed.data : null, issues };
}

/** The member's own limits, all at once: an empty field is no limit. */
export function LimitsForm({ card, onDone }: { readonly card: Card; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const { id, currency, limits, issuerLimits } = card;
  const [draft, setDraft] = useState<Draft>({
    perTransaction: show(limits.perTransaction),
    dailyAmount: show(limits.dailyAmount),
    dailyCount: show(limits.dailyCount),
  });
  const [issues, setIssues] = useState<Issues>({});
  const refuse = (found: Issues) => {
    flushSync(() => setIssues(found));
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  };
  const save = useMutation(
    trpc.cards.changeLimits.mutationOptions({
      onSuccess: async () => {
        toast.success(`Limits of ${nameCard(id)} saved`, { description: "They count from the next payment on." });
        await queryClient.invalidateQueries();
        onDone();
      },
      onError: (error) => {
        const found = issuesOf(error);
        if (Object.keys(found).length > 0) refuse(found);
        else toast.error(messageOf(error));
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(id, draft);
    if (read.input) save.mutate(read.input);
    else refuse(read.issues);
  };
  const change = (name: Name) => (text: string) => {
    setDraft({ ...draft, [name]: text });
    setIssues({});
  };
  const helpOf = (name: Name, say: (value: number) => string, help: string) => {
    const issuer = issuerLimits[name];
    return issuer === null ? help : `Your issuer allows ${say(issuer)}. The lower one counts.`;
  };
  const money = (value: number) => formatMoney(value, currency, locale);
  return (
    <form
      ref={form}
      onSubmit={submit}
      onBlur={() => setIssues(readDraft(id, draft).issues)}
      noValidate
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <AmountField
          label="One payment"
          currency={currency}
          value={draft.perTransaction}
          onChange={change("perTransaction")}
          error={issues.perTransaction}
          placeholder="No limit"
          help={helpOf("perTransaction", money, "No single payment can be more.")}
        />
        <AmountField
          label="All payments of a day"
          currency={currency}
          value={draft.dailyAmount}
          onChange={change("dailyAmount")}
          error={issues.dailyAmount}
          placeholder="No limit"
          help={helpOf("dailyAmount", money, "Days go from midnight to midnight UTC.")}
        />
        <Field
          label="Number of payments a day"
          inputMode="numeric"
          autoComplete="off"
          value={draft.dailyCount}
          onChange={(event) => change("dailyCount")(event.target.value)}
          error={issues.dailyCount}
          placeholder="No limit"
          help={helpOf("dailyCount", String, "What is over it is declined until the next day.")}
        />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" look="primary" size="large" isWide isBusy={save.isPending}>
          Save limits
        </Button>
        <p className="text-center text-13 text-muted">Leave a field empty for no limit of yours.</p>
      </DialogFooter>
    </form>
  );
}
