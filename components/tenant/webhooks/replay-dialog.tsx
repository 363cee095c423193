"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { STATES } from "@/components/shared/status/states";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Checkbox } from "@/components/ui/forms/checkbox";
import { DayFormField } from "@/components/ui/forms/days/day-form-field";
import { pastRanges } from "@/components/ui/forms/days/presets";
import { newClaim } from "@/components/ui/forms/new-claim";
import { SelectField } from "@/components/ui/forms/select-field";
import { type EVENT_OUTCOMES, MAX_REPLAYED } from "@/server/contracts/choices";
import { nameWebhook } from "@/server/contracts/name-webhook";
import { countEvents, EVENT_CHOICES, type EventName, MISSED } from "./event-names";

type Outcome = (typeof EVENT_OUTCOMES)[number];

const OUTCOMES = [
  { value: "missed", label: MISSED, note: "happened while it was paused, or before it was added" },
  { value: "failed", label: STATES.delivery["Webhook Failed"].word },
  { value: "exhausted", label: STATES.delivery["Webhook Retry Exhausted"].word },
  { value: "delivered", label: STATES.delivery["Webhook Delivered"].word },
] as const satisfies readonly { readonly value: Outcome; readonly label: string; readonly note?: string }[];

const SPANS = [
  { value: "1", label: "Last hour" },
  { value: "24", label: "Last 24 hours" },
  { value: "168", label: "Last 7 days" },
  { value: "720", label: "Last 30 days" },
  { value: "days", label: "Between two days" },
] as const;

export interface ReplayChoice {
  readonly outcomes: readonly Outcome[];
  readonly event: EventName | null;
  readonly from: string | null;
  readonly to: string | null;
}

interface ReplayDialogProps {
  readonly id: string | null;
  readonly initial: Partial<ReplayChoice>;
  readonly onClose: () => void;
}

export function ReplayDialog({ id: given, initial, onClose }: ReplayDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const place = usePlace();
  const [chosen, setChosen] = useState(given);
  const [span, setSpan] = useState(initial.from || initial.to ? "days" : "24");
  const [from, setFrom] = useState(initial.from ?? "");
  const [to, setTo] = useState(initial.to ?? "");
  const [event, setEvent] = useState<EventName | "all">(initial.event ?? "all");
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>(initial.outcomes ?? ["missed", "failed", "exhausted"]);
  const webhooks = useQuery({
    ...trpc.tenant.webhooks.list.queryOptions({ ...place, status: "active", limit: 100 }),
    enabled: given === null,
  });
  const id = chosen ?? (webhooks.data?.items.length === 1 ? webhooks.data.items[0]?.id : null) ?? null;
  const time = span === "days" ? { from: from || null, to: to || null } : { hours: Number(span) };
  const asked = { ...place, id: id ?? "", ...time, outcomes: [...outcomes], event: event === "all" ? null : event };
  // A different choice needs a new idempotency key.
  const meaning = JSON.stringify(asked);
  const [claim, setClaim] = useState({ meaning, key: newClaim() });
  if (claim.meaning !== meaning) setClaim({ meaning, key: newClaim() });
  const isWhole = id !== null && outcomes.length > 0 && (span !== "days" || from !== "");
  const preview = useQuery({
    ...trpc.tenant.webhooks.previewReplay.queryOptions(asked),
    enabled: isWhole,
  });
  const start = useMutation(
    trpc.tenant.webhooks.startReplay.mutationOptions({
      onSuccess: async () => {
        onClose();
        if (given === null) router.push(pathOf(place, `webhooks/${id}`));
      },
    }),
  );
  const total = isWhole && preview.isSuccess ? preview.data.total : null;
  const toggle = (outcome: Outcome, isChecked: boolean) =>
    setOutcomes(OUTCOMES.map(({ value }) => value).filter((v) => (v === outcome ? isChecked : outcomes.includes(v))));
  const send = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (total) start.mutate({ ...asked, key: claim.key });
  };
  const failure = start.error ?? (isWhole ? preview.error : null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Replay events"
      purpose="Sends events again, oldest first, as fast as your server takes them. A delivery keeps its ID, so your server can skip what it has."
    >
      <DialogForm
        form={{ onSubmit: send }}
        action={total ? `Replay ${countEvents(total)}` : "Replay events"}
        isBusy={start.isPending}
        isOff={!total}
        failure={failure ? messageOf(failure) : undefined}
        note={noteOf({ isWhole, total, hasNoWebhook: webhooks.data?.items.length === 0 })}
      >
        {given === null ? (
          <SelectField
            label="Webhook"
            placeholder={webhooks.data?.items.length === 0 ? "No active webhook" : "Choose a webhook"}
            options={(webhooks.data?.items ?? []).map((item) => ({ value: item.id, label: nameWebhook(item) }))}
            value={id ?? ""}
            onChange={({ target }) => setChosen(target.value)}
          />
        ) : null}
        <SelectField
          label="Happened"
          placeholder="Choose a time"
          options={SPANS}
          value={span}
          onChange={({ target }) => setSpan(target.value)}
        />
        {span === "days" ? (
          <div className="grid grid-cols-2 gap-3">
            <DayFormField label="From" value={from} onChange={setFrom} presets={pastRanges} />
            <DayFormField label="To" value={to} onChange={setTo} presets={pastRanges} />
          </div>
        ) : null}
        <SelectField
          label="Events"
          placeholder="Choose events"
          options={[{ value: "all", label: "All that the webhook subscribes to" }, ...EVENT_CHOICES]}
          value={event}
          onChange={({ target }) => setEvent(target.value as typeof event)}
        />
        <fieldset>
          <legend className="mb-1 text-14 font-medium">Status at the webhook</legend>
          {OUTCOMES.map(({ value, label, ...outcome }) => (
            <Checkbox key={value} isChecked={outcomes.includes(value)} onChange={(is) => toggle(value, is)}>
              {label}
              {"note" in outcome ? <span className="text-muted">: {outcome.note}</span> : null}
            </Checkbox>
          ))}
        </fieldset>
      </DialogForm>
    </Dialog>
  );
}

interface Noted {
  readonly isWhole: boolean;
  readonly total: number | null;
  readonly hasNoWebhook: boolean;
}

function noteOf({ isWhole, total, hasNoWebhook }: Noted): string {
  if (hasNoWebhook) return "Add or resume a webhook to replay events to it.";
  if (!isWhole) return "Choose what to send to see how many events it is.";
  if (total === null) return "Counting…";
  if (total === 0) return "No event matches.";
  return total >= MAX_REPLAYED
    ? `The oldest ${MAX_REPLAYED.toLocaleString("en-US")} come first. Replay again for the rest.`
    : "You can stop at any time.";
}
