"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useRef, useState } from "react";
import type { z } from "zod";
import { issuesOf, messageOf } from "@/components/trpc/client";
import { type Issues, sentence } from "@/components/ui/forms/issues";
import { newClaim } from "@/components/ui/forms/new-claim";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";

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

type TextOf<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string;

function explainRefusal(error: Error): Issues {
  return Object.fromEntries(Object.entries(issuesOf(error)).map(([name, issue]) => [name, sentence(issue)]));
}

/**
 * A checked form whose values are a draft, sent by a mutation. The server's issues are shown at their fields, and input is never
 * lost.
 */
export function useForm<Draft extends object, Input, Variables, Answer>(
  options: FormOptions<Draft, Input, Variables, Answer>,
) {
  const { start, schema, toInput = (draft: Draft, key: string) => ({ ...draft, key }), check } = options;
  const { mutation, variables, onSent } = options;
  const [key] = useState(newClaim);
  const [draft, setDraft] = useState(start);
  const newest = useRef(start);
  const { mutateAsync } = useMutation({
    ...(mutation.mutationKey ? { mutationKey: mutation.mutationKey } : {}),
    mutationFn: (input: Input, context) => {
      if (!mutation.mutationFn) throw new Error("The form's mutation has no function.");
      return mutation.mutationFn(variables(input, key), context);
    },
    // Before the page is reread, for which the form stays busy.
    onSuccess: (answer, input) => onSent?.(answer, input),
  });
  const { form, isBusy, failure, issues, show } = useCheckedForm(
    schema,
    async (input) => {
      try {
        await mutateAsync(input);
      } catch (error) {
        show(explainRefusal(error as Error), messageOf(error));
      }
    },
    { read: () => toInput(newest.current, key), check },
  );
  const change = (part: Partial<Draft>) => {
    newest.current = { ...newest.current, ...part };
    setDraft(newest.current);
    show({});
  };
  /** Props of a text field. Draft fields have the contract's names, so that issues match. */
  const field = (name: TextOf<Draft>) => ({
    name,
    value: draft[name] as string,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change({ [name]: target.value } as Partial<Draft>),
    error: issues[name],
  });
  return { draft, change, field, issues, form: { form, isBusy, failure } };
}
