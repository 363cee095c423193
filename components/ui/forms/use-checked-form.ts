"use client";

import { type FocusEvent, type FormEvent, useRef, useState } from "react";
import type { z } from "zod";
import type { Issues } from "./issues";

function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

const LOST = "The connection to Closed Loop was lost. Try again.";

/**
 * A form validated by its contract: a field on blur, and all on submit, when the first invalid one gets the focus. Values are
 * read from the DOM, so text typed before hydration counts. The schema loads when the form first gets the focus. A promise of
 * `onSend` is awaited before the form is sent again.
 */
export function useCheckedForm<Schema extends z.ZodType>(
  schema: () => Promise<Schema>,
  onSend: (input: z.output<Schema>) => void,
) {
  const ref = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [issues, setIssues] = useState<Issues>({});
  const show = (found: Issues) => {
    setIssues(found);
    const [first] = Object.keys(found);
    if (first)
      ref.current
        ?.querySelector<HTMLInputElement>(`[data-field="${first}"], [name="${first}"]:not([type="hidden"])`)
        ?.focus();
  };
  const without = (name: string) =>
    setIssues((known) => Object.fromEntries(Object.entries(known).filter(([field]) => field !== name)));
  const loadRules = () => Promise.all([schema(), import("./issues")]);
  const judge = async (values: Record<string, string>) => {
    const [rules, { issuesByField, formatIssue }] = await loadRules();
    const { data, error } = rules.safeParse(values, { error: formatIssue });
    return error ? { wrong: issuesByField(error) } : { data, wrong: null };
  };
  return {
    issues,
    show,
    form: {
      ref,
      // If the browser submits the form natively, its values must not end up in a URL.
      method: "post",
      noValidate: true,
      // If loading fails, submitting tries again and reports the failure.
      onFocus: () => void loadRules().catch(() => null),
      onSubmit: async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        // Ignore a second submit until the first is done: what marks the button as busy is drawn later.
        if (isSending.current) return;
        isSending.current = true;
        try {
          const values = readForm(event.currentTarget);
          const judged = await judge(values).catch(() => null);
          if (!judged) return show({ [Object.keys(values).at(-1) ?? ""]: LOST });
          if (judged.wrong) return show(judged.wrong);
          setIssues({});
          await onSend(judged.data);
        } finally {
          isSending.current = false;
        }
      },
      onBlur: async ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
        const { name, value } = target as unknown as HTMLInputElement;
        // Passing through an empty field is no mistake.
        if (!name || !value) return;
        const { wrong } = (await judge(readForm(currentTarget)).catch(() => null)) ?? {};
        const issue = wrong?.[name];
        // Text changed since then is validated on its own blur.
        if (issue && (target as unknown as HTMLInputElement).value === value)
          setIssues((known) => ({ ...known, [name]: issue }));
      },
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const { name, dataset } = target as unknown as HTMLInputElement;
        without(dataset.field ?? name);
      },
    } as const,
  };
}
