"use client";

import { type FocusEvent, type FormEvent, useRef, useState } from "react";
import type { z } from "zod";
import { type Issues, issuesByField, sayIssue } from "./issues";

function readForm(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** The first thing that is wrong with each field. */
function issuesIn(schema: z.ZodType, values: Record<string, string>): Issues {
  const { error } = schema.safeParse(values, { error: sayIssue });
  return error ? issuesByField(error) : {};
}

/**
 * A form by its contract: a field is checked when it is left, all are when the form is sent, and the first wrong one
 * gets the focus. Values are read from the fields themselves: what was typed before the scripts came counts too.
 */
export function useCheckedForm<Schema extends z.ZodType>(schema: Schema, onSend: (input: z.output<Schema>) => void) {
  const ref = useRef<HTMLFormElement>(null);
  const [issues, setIssues] = useState<Issues>({});
  const show = (found: Issues) => {
    setIssues(found);
    const [first] = Object.keys(found);
    if (first) ref.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const without = (name: string) =>
    setIssues((known) => Object.fromEntries(Object.entries(known).filter(([field]) => field !== name)));
  return {
    issues,
    /** Of the server: shown at their fields. */
    show,
    form: {
      ref,
      // By POST, should the browser ever send it itself: what is in it has no place in an address.
      method: "post",
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const values = readForm(event.currentTarget);
        const parsed = schema.safeParse(values, { error: sayIssue });
        if (!parsed.success) return show(issuesIn(schema, values));
        setIssues({});
        onSend(parsed.data);
      },
      onBlur: ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
        const { name, value } = target as unknown as HTMLInputElement;
        // Who passes by a field has not said anything wrong yet.
        if (!name || !value) return;
        const issue = issuesIn(schema, readForm(currentTarget))[name];
        if (issue) setIssues((known) => ({ ...known, [name]: issue }));
      },
      onInput: ({ target }: FormEvent<HTMLFormElement>) => without((target as unknown as HTMLInputElement).name),
    } as const,
  };
}
