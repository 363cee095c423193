"use client";

import { type FocusEvent, type FormEvent, useRef, useState } from "react";
import type { z } from "zod";
import type { Issues } from "./issues";

function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

const LOST = "The connection to Closed Loop was lost. Try again.";

/**
 * A form by its contract: a field is checked when it is left, all are when the form is sent, and the first wrong one
 * gets the focus. Values are read from the fields themselves: what was typed before the scripts came counts too. The
 * contract's rules are loaded when the form is first touched: no page waits for them.
 */
export function useCheckedForm<Schema extends z.ZodType>(
  schema: () => Promise<Schema>,
  onSend: (input: z.output<Schema>) => void,
) {
  const ref = useRef<HTMLFormElement>(null);
  const isJudging = useRef(false);
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
    const [rules, { issuesByField, sayIssue }] = await loadRules();
    const { data, error } = rules.safeParse(values, { error: sayIssue });
    return error ? { wrong: issuesByField(error) } : { data, wrong: null };
  };
  return {
    issues,
    /** Of the server: shown at their fields. */
    show,
    form: {
      ref,
      // By POST, should the browser ever send it itself: what is in it has no place in an address.
      method: "post",
      noValidate: true,
      // Rules that can't be loaded now are asked for again when the form is sent, which says so.
      onFocus: () => void loadRules().catch(() => null),
      onSubmit: async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        // Sent twice before the rules are there, it is sent once.
        if (isJudging.current) return;
        isJudging.current = true;
        const values = readForm(event.currentTarget);
        const judged = await judge(values).catch(() => null);
        isJudging.current = false;
        if (!judged) return show({ [Object.keys(values).at(-1) ?? ""]: LOST });
        if (judged.wrong) return show(judged.wrong);
        setIssues({});
        onSend(judged.data);
      },
      onBlur: async ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
        const { name, value } = target as unknown as HTMLInputElement;
        // Who passes by a field has not said anything wrong yet.
        if (!name || !value) return;
        const { wrong } = (await judge(readForm(currentTarget)).catch(() => null)) ?? {};
        const issue = wrong?.[name];
        // What was typed meanwhile is judged when it is left.
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
