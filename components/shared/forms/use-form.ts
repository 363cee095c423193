"use client";

import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { issuesOf, messageOf } from "@/components/trpc/client";
import { type Issues, issuesByField, sayIssue, sentence } from "@/components/ui/forms/issues";
import { newClaim } from "@/components/ui/forms/new-claim";

interface FormOptions<Draft extends object, Input, Answer> {
  readonly start: Draft;
  /** The contract's schema, loaded when the form first gets the focus. */
  readonly schema: () => Promise<z.ZodType<Input>>;
  /**
   * Maps the draft to the contract's input. The default is the draft plus `key`, an idempotency key for this opening of the
   * form.
   */
  readonly toInput?: (draft: Draft, key: string) => unknown;
  /** Issues that the contract can't know, by field: "At most $5.00 is held." */
  readonly check?: (input: Input) => Issues | null;
  readonly send: (input: Input, key: string) => Promise<Answer>;
  readonly onSent: (answer: Answer) => void;
}

type TextOf<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string;

/**
 * Form state with validation by the contract's schema, when a field loses the focus and on submit. The first invalid field gets
 * the focus, the server's issues are shown at their fields, and input is never lost.
 */
export function useForm<Draft extends object, Input, Answer>(options: FormOptions<Draft, Input, Answer>) {
  const { start, schema, toInput = (draft: Draft, key: string) => ({ ...draft, key }), check, send, onSent } = options;
  const element = useRef<HTMLFormElement>(null);
  const [key] = useState(newClaim);
  const [draft, setDraft] = useState(start);
  /** The current draft, so that the result for an older draft can be ignored. */
  const newest = useRef(start);
  const [issues, setIssues] = useState<Issues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (refusal === null) return;
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // If no field shows the issue, show it below the form.
    if (wrong) wrong.focus();
    else setFailure(refusal);
    setRefusal(null);
  }, [refusal]);

  const refuse = (found: Issues, whole = Object.values(found)[0] ?? "") => {
    setIssues(found);
    setRefusal(whole);
  };
  const judge = async (): Promise<{ readonly input?: Input; readonly found: Issues }> => {
    const parsed = (await schema()).safeParse(toInput(draft, key), { error: sayIssue });
    if (!parsed.success) return { found: issuesByField(parsed.error) };
    const found = check?.(parsed.data) ?? null;
    return found === null ? { input: parsed.data, found: {} } : { found };
  };
  const change = (part: Partial<Draft>) => {
    newest.current = { ...draft, ...part };
    setDraft(newest.current);
    setIssues({});
    setFailure(undefined);
  };
  // If loading fails, submitting tries again and reports the failure.
  const onFocus = () => void schema().catch(() => null);
  /** Empty fields are validated only on submit. */
  const onBlur = async ({ target }: FocusEvent<HTMLFormElement>) => {
    const { name, value } = target as unknown as HTMLInputElement;
    if (!name || !value) return;
    const message = (await judge().catch(() => null))?.found[name];
    if (message && newest.current === draft) setIssues((known) => ({ ...known, [name]: message }));
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setFailure(undefined);
    setBusy(true);
    try {
      const { input, found } = await judge();
      if (input === undefined) return refuse(found);
      onSent(await send(input, key));
    } catch (error) {
      const refused = Object.fromEntries(
        Object.entries(issuesOf(error)).map(([name, issue]) => [name, sentence(issue)]),
      );
      refuse(refused, messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  /** Props of a text field. Draft fields have the contract's names, so that issues match. */
  const field = (name: TextOf<Draft>) => ({
    name,
    value: draft[name] as string,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change({ [name]: target.value } as Partial<Draft>),
    error: issues[name],
  });
  return {
    draft,
    change,
    field,
    issues,
    form: { form: { ref: element, onFocus, onBlur, onSubmit, noValidate: true }, isBusy, failure },
  };
}
