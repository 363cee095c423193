"use client";

import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { Issues } from "./issues";

function readFields(form: HTMLFormElement): unknown {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** At the last field, since not every form has a place below it. */
function lostIn(form: HTMLFormElement): Issues {
  const names = [...new FormData(form).keys()];
  return { [names.at(-1) ?? ""]: "The connection to Closed Loop was lost. Try again." };
}

interface Checks<Input> {
  /** Default: the form's fields as they are in the page, so that text typed before hydration counts. */
  readonly read?: (form: HTMLFormElement) => unknown;
  /** Issues that the contract can't know, by field: "At most $5.00 is held." */
  readonly check?: ((input: Input) => Issues | null) | undefined;
}

/**
 * A form validated by its contract: a field on blur, and all on submit, when the first invalid one gets the focus. The schema
 * loads when the form first gets the focus. A promise of `onSend` is awaited before the form is sent again.
 */
export function useCheckedForm<Input>(
  schema: () => Promise<z.ZodType<Input>>,
  onSend: (input: Input) => void,
  { read = readFields, check }: Checks<Input> = {},
) {
  const ref = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  /** Counts what was typed and shown, so that the result for an older text can be ignored. */
  const version = useRef(0);
  const [isBusy, setBusy] = useState(false);
  const [issues, setIssues] = useState<Issues>({});
  const [failure, setFailure] = useState<string>();
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (refusal === null) return;
    const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // If no field shows the issue, show it below the form.
    if (wrong) wrong.focus();
    else setFailure(refusal);
    setRefusal(null);
  }, [refusal]);

  /** Shows issues at their fields; without one, `whole` below the form. */
  const show = (found: Issues, whole: string | null = Object.values(found)[0] ?? null) => {
    version.current += 1;
    setIssues(found);
    setFailure(undefined);
    setRefusal(whole);
  };
  const loadRules = () => Promise.all([schema(), import("./issues")]);
  const judge = async (form: HTMLFormElement): Promise<{ readonly input?: Input; readonly found: Issues }> => {
    const values = read(form);
    const [rules, { issuesByField, formatIssue }] = await loadRules();
    const { data, error } = rules.safeParse(values, { error: formatIssue });
    if (error) return { found: issuesByField(error) };
    const found = check?.(data) ?? null;
    return found === null ? { input: data, found: {} } : { found };
  };
  return {
    issues,
    failure,
    isBusy,
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
        setBusy(true);
        try {
          const { currentTarget } = event;
          const { input, found } = await judge(currentTarget).catch(() => ({
            input: undefined,
            found: lostIn(currentTarget),
          }));
          if (input === undefined) return show(found);
          show({});
          await onSend(input);
        } finally {
          isSending.current = false;
          setBusy(false);
        }
      },
      onBlur: async ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
        const { name, value } = target as unknown as HTMLInputElement;
        // Passing through an empty field is no mistake.
        if (!name || !value) return;
        const judged = version.current;
        const issue = (await judge(currentTarget).catch(() => null))?.found[name];
        // Text changed since then is validated on its own blur.
        if (issue && version.current === judged) setIssues((known) => ({ ...known, [name]: issue }));
      },
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const { name, dataset } = target as unknown as HTMLInputElement;
        version.current += 1;
        setIssues(({ [dataset.field ?? name]: _, ...others }) => others);
      },
    } as const,
  };
}
