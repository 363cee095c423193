"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { issuesOf, messageOf } from "@/components/trpc/client";
import { formatIssue, type Issues, issuesByField, sentence } from "@/components/ui/forms/issues";
import { newClaim } from "@/components/ui/forms/new-claim";

/** How a form is sent. */
export interface Sending<Input, Variables, Answer> {
  readonly mutation: Pick<UseMutationOptions<Answer, never, Variables>, "mutationKey" | "mutationFn">;
  /** `key` is an idempotency key for this opening of the form. */
  readonly variables: (input: Input, key: string) => Variables;
}

interface FormOptions<Draft extends object, Input, Variables, Answer> extends Sending<Input, Variables, Answer> {
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
  readonly onSent?: (answer: Answer, input: Input) => void;
}

class InvalidDraft extends Error {
  constructor(readonly issues: Issues) {
    super("The draft doesn’t fit the contract.");
  }
}

type TextOf<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string;

/**
 * Form state with validation by the contract's schema, when a field loses the focus and on submit. The first invalid field gets
 * the focus, the server's issues are shown at their fields, and input is never lost.
 */
export function useForm<Draft extends object, Input, Variables, Answer>(
  options: FormOptions<Draft, Input, Variables, Answer>,
) {
  const { start, schema, toInput = (draft: Draft, key: string) => ({ ...draft, key }), check } = options;
  const { mutation, variables, onSent } = options;
  const element = useRef<HTMLFormElement>(null);
  const [key] = useState(newClaim);
  const [draft, setDraft] = useState(start);
  /** The current draft, so that the result for an older draft can be ignored. */
  const newest = useRef(start);
  const [issues, setIssues] = useState<Issues>({});
  const [failure, setFailure] = useState<string>();
  const isSending = useRef(false);
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
    const parsed = (await schema()).safeParse(toInput(draft, key), { error: formatIssue });
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
  const sending = useMutation({
    ...(mutation.mutationKey ? { mutationKey: mutation.mutationKey } : {}),
    mutationFn: async (_: undefined, context) => {
      const { input, found } = await judge();
      if (input === undefined) throw new InvalidDraft(found);
      if (!mutation.mutationFn) throw new Error("The form's mutation has no function.");
      return { answer: await mutation.mutationFn(variables(input, key), context), input };
    },
    onSuccess: ({ answer, input }) => onSent?.(answer, input),
    onError: (error) => {
      if (error instanceof InvalidDraft) return refuse(error.issues);
      const refused = Object.entries(issuesOf(error)).map(([name, issue]) => [name, sentence(issue)]);
      refuse(Object.fromEntries(refused), messageOf(error));
    },
  });
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // `isPending` lags behind a second press.
    if (isSending.current) return;
    isSending.current = true;
    setFailure(undefined);
    await sending.mutateAsync(undefined).catch(() => null);
    isSending.current = false;
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
    form: { form: { ref: element, onFocus, onBlur, onSubmit, noValidate: true }, isBusy: sending.isPending, failure },
  };
}
