"use client";

import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SubscriptionForm as Contract } from "@/server/contracts/portal-webhooks";
import { issuesOf, messageOf } from "../trpc/client";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { DialogBody, DialogFooter } from "../ui/dialog";
import { Field } from "../ui/field";
import { EVENTS, type EventName } from "./event-names";

export interface SubscriptionDraft {
  readonly url: string;
  readonly events: readonly EventName[];
  readonly description: string;
}

export interface SubscriptionValues {
  readonly url: string;
  readonly events: EventName[];
  readonly description: string | null;
}

type Issues = Readonly<Partial<Record<string, string>>>;

function read(draft: SubscriptionDraft) {
  return Contract.safeParse({ ...draft, events: [...draft.events], description: draft.description.trim() || null });
}

function issuesIn(draft: SubscriptionDraft): Issues {
  const parsed = read(draft);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
}

/** `must be https` is how the API says it; on a field it is a sentence. */
function sentence(issue: string | undefined): string | undefined {
  return issue && /^(must|may|is) /.test(issue) ? `It ${issue}.` : issue;
}

interface SubscriptionFormProps {
  readonly initial: SubscriptionDraft;
  /** What the button does. */
  readonly action: string;
  /** Throws what the server said. */
  readonly onSend: (values: SubscriptionValues) => Promise<void>;
}

export function SubscriptionForm({ initial, action, onSend }: SubscriptionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(initial);
  const [issues, setIssues] = useState<Issues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [sendings, setSendings] = useState(0);
  const change = (part: Partial<SubscriptionDraft>) => {
    setDraft({ ...draft, ...part });
    const left = Object.entries(issues).filter(([field]) => !(field in part));
    setIssues(Object.fromEntries(left));
    setFailure(undefined);
  };
  const check = (field: keyof SubscriptionDraft) => {
    if (draft[field].length > 0) setIssues({ ...issues, [field]: issuesIn(draft)[field] });
  };
  // The first that is wrong, once it is marked.
  useEffect(() => {
    if (sendings > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [sendings]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = read(draft);
    if (!parsed.success) {
      setIssues(issuesIn(draft));
      return setSendings(sendings + 1);
    }
    setBusy(true);
    try {
      await onSend(parsed.data);
    } catch (error) {
      const said = issuesOf(error);
      setIssues(said);
      if (Object.keys(said).length === 0) setFailure(messageOf(error));
      setBusy(false);
      setSendings(sendings + 1);
    }
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <Field
          label="Receiver"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://shop.example/webhooks"
          value={draft.url}
          onChange={(event) => change({ url: event.target.value })}
          onBlur={() => check("url")}
          error={sentence(issues.url)}
          help="An https address that answers 2xx within 10 seconds."
        />
        <Events events={draft.events} onChange={(events) => change({ events })} issue={issues.events} />
        <Field
          label="Description"
          autoComplete="off"
          placeholder="Optional"
          maxLength={256}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
          onBlur={() => check("description")}
          error={sentence(issues.description)}
        />
      </DialogBody>
      <DialogFooter>
        {failure ? (
          <p role="alert" className="text-14 text-bad">
            {failure}
          </p>
        ) : null}
        <Button type="submit" look="primary" size="large" isWide isBusy={isBusy}>
          {action}
        </Button>
      </DialogFooter>
    </form>
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
      {EVENTS.map(({ value, label, note }) => (
        <Checkbox key={value} isChecked={events.includes(value)} onChange={(isOn) => toggle(value, isOn)}>
          {label} <span className="text-muted">{note}</span>
        </Checkbox>
      ))}
      {issue ? (
        <p className="mt-1 flex items-start gap-1 text-13 text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> {issue}
        </p>
      ) : null}
    </fieldset>
  );
}
