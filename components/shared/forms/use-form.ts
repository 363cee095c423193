"use client";

import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { issuesOf, messageOf } from "@/components/trpc/client";
import { type Issues, issuesByField, sayIssue, sentence } from "@/components/ui/forms/issues";
import { newClaim } from "@/components/ui/forms/new-claim";

interface FormOptions<Draft extends object, Input, Answer> {
  readonly start: Draft;
  /** The contract's rules, loaded when the form is first touched: no page waits for them. */
  readonly schema: () => Promise<z.ZodType<Input>>;
  /**
   * What was typed as the contract names it; the draft and the key without it. The key is of this opening of the form:
   * what is sent under it acts once.
   */
  readonly toInput?: (draft: Draft, key: string) => unknown;
  /** What the contract can't know, by field: "At most $5.00 is held." */
  readonly check?: (input: Input) => Issues | null;
  readonly send: (input: Input, key: string) => Promise<Answer>;
  readonly onSent: (answer: Answer) => void;
}

type TextOf<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string;

/**
 * A form's manners: what is wrong is said when a field is left and when it is sent, by the contract's own rules; the
 * first wrong field gets the focus; what the server finds stands at its field; nothing that was typed is lost.
 */
export function useForm<Draft extends object, Input, Answer>(options: FormOptions<Draft, Input, Answer>) {
  const { start, schema, toInput = (draft: Draft, key: string) => ({ ...draft, key }), check, send, onSent } = options;
  const element = useRef<HTMLFormElement>(null);
  const [key] = useState(newClaim);
  const [draft, setDraft] = useState(start);
  /** What is typed by now: what was found in an older draft says nothing of it. */
  const newest = useRef(start);
  const [issues, setIssues] = useState<Issues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (refusal === null) return;
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // What is wrong with none of the fields that stand here is said below them.
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
  // Rules that can't be loaded now are asked for again when the form is sent, which says so.
  const onFocus = () => void schema().catch(() => null);
  /** A field that was left empty is judged when the form is sent. */
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
  /** What a field of text needs. The draft has the contract's names, so that what is wrong finds its field. */
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
    /** For `DialogForm`. */
    form: { form: { ref: element, onFocus, onBlur, onSubmit, noValidate: true }, isBusy, failure },
  };
}
