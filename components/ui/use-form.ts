"use client";

import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { issuesOf, messageOf } from "../trpc/client";

type Issues = Readonly<Record<string, string>>;

interface FormOptions<Draft extends object, Input, Answer> {
  readonly start: Draft;
  readonly schema: z.ZodType<Input>;
  /** What was typed as the contract names it; the draft itself without it. */
  readonly toInput?: (draft: Draft) => unknown;
  readonly send: (input: Input) => Promise<Answer>;
  readonly onSent: (answer: Answer) => void;
}

/**
 * A form's manners: what is wrong is said when a field is left and when it is sent, by the contract's own rules; the
 * first wrong field gets the focus; what the server finds stands at its field; nothing that was typed is lost.
 */
export function useForm<Draft extends object, Input, Answer>(options: FormOptions<Draft, Input, Answer>) {
  const { start, schema, toInput = (draft: Draft) => draft, send, onSent } = options;
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(start);
  const [issues, setIssues] = useState<Issues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const refuse = (found: Issues) => {
    setIssues(found);
    setRefusals((count) => count + 1);
  };
  const judge = (): { readonly input?: Input; readonly found: Issues } => {
    const parsed = schema.safeParse(toInput(draft));
    if (parsed.success) return { input: parsed.data, found: {} };
    const found: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) found[String(path[0] ?? "")] ??= message;
    return { found };
  };
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setIssues({});
    setFailure(undefined);
  };
  /** A field that was left empty is judged when the form is sent. */
  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || !target.name || target.value === "") return;
    const { name } = target;
    const message = judge().found[name];
    if (message) setIssues({ ...issues, [name]: message });
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const { input, found } = judge();
    if (input === undefined) return refuse(found);
    setBusy(true);
    try {
      onSent(await send(input));
    } catch (error) {
      const found = issuesOf(error);
      refuse(found);
      setFailure(Object.keys(found).length === 0 ? messageOf(error) : undefined);
    } finally {
      setBusy(false);
    }
  };
  return { draft, change, issues, failure, isBusy, form: { ref: form, onBlur, onSubmit, noValidate: true } };
}
