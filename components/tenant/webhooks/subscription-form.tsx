"use client";

import { useState } from "react";
import { type Sending, useForm } from "@/components/shared/forms/use-form";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Checkbox } from "@/components/ui/forms/checkbox";
import { Field } from "@/components/ui/forms/field";
import { WrongNote } from "@/components/ui/forms/labelled";
import { EVENT_GROUPS, EVENTS, type EventName } from "./event-names";

interface SubscriptionDraft {
  readonly url: string;
  readonly events: readonly EventName[];
  readonly description: string;
}

interface SubscriptionValues {
  readonly url: string;
  readonly events: EventName[];
  readonly description: string | null;
}

interface SubscriptionFormProps<Variables, Answer>
  extends Pick<Sending<SubscriptionValues, Variables, Answer>, "mutation"> {
  readonly initial: SubscriptionDraft;
  readonly action: string;
  /** `key` is the idempotency key of this opening of the form, `seen` what it began with. */
  readonly variables: (values: SubscriptionValues, key: string, seen: SubscriptionValues) => Variables;
  readonly onSent: (answer: Answer) => void;
}

export function SubscriptionForm<Variables, Answer>(props: SubscriptionFormProps<Variables, Answer>) {
  const { initial, action, mutation, variables, onSent } = props;
  // What is read again while the form is open doesn't count as seen.
  const [start] = useState(initial);
  const seen = { ...start, events: [...start.events], description: start.description.trim() || null };
  const { draft, change, field, issues, form } = useForm({
    start,
    schema: () => import("@/server/contracts/portal/tenant/webhooks").then((contract) => contract.SubscriptionForm),
    toInput: (typed) => ({ ...typed, description: typed.description.trim() || null }),
    mutation,
    variables: (values, key) => variables(values, key, seen),
    onSent,
  });
  return (
    <DialogForm {...form} action={action}>
      <Field
        {...field("url")}
        label="Receiver"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://shop.example.com/webhooks"
        help="An https URL that responds with 2xx within 10 seconds."
      />
      <Events events={draft.events} onChange={(events) => change({ events })} issue={issues.events} />
      <Field {...field("description")} label="Description" autoComplete="off" placeholder="Optional" maxLength={256} />
    </DialogForm>
  );
}

interface EventsProps {
  readonly events: readonly EventName[];
  readonly onChange: (events: EventName[]) => void;
  readonly issue: string | undefined;
}

function Events({ events, onChange, issue }: EventsProps) {
  const toggle = (name: EventName, isOn: boolean) =>
    onChange(EVENTS.map(({ value }) => value).filter((value) => (value === name ? isOn : events.includes(value))));
  return (
    <fieldset aria-invalid={issue ? true : undefined} tabIndex={-1} className="outline-none">
      <legend className="mb-1 text-14 font-medium">Events</legend>
      {EVENT_GROUPS.map(({ group, events: choices }) => {
        const chosen = choices.filter(({ value }) => events.includes(value)).length;
        return (
          <details key={group} open={group === "Payments" || chosen > 0 || undefined}>
            <summary className="min-h-9 cursor-pointer content-center text-14">
              {group}{" "}
              <span className="text-13 text-muted">{chosen === 0 ? "none" : `${chosen} of ${choices.length}`}</span>
            </summary>
            <div className="pl-4">
              {choices.map(({ value, label, note }) => (
                <Checkbox key={value} isChecked={events.includes(value)} onChange={(isOn) => toggle(value, isOn)}>
                  {label} <span className="text-muted">{note}</span>
                </Checkbox>
              ))}
            </div>
          </details>
        );
      })}
      {issue ? <WrongNote>{issue}</WrongNote> : null}
    </fieldset>
  );
}
