"use client";

import { type FormEvent, useRef, useState } from "react";
import type { z } from "zod";
import { issuesOf, messageOf } from "../trpc/client";

type Issues = Readonly<Record<string, string>>;

interface MoneyForm<Input> {
  readonly schema: z.ZodType<Input>;
  /** What was typed, as the contract reads it. */
  readonly read: () => unknown;
  /** What the contract can't know: "More than is held." */
  readonly check?: (input: Input) => Issues | null;
  readonly send: (input: Input) => Promise<void>;
}

/**
 * A form that moves money: checked by its contract when a field is left and when it is sent, the first wrong field
 * focused, the server's words on their fields. What was typed stays.
 */
export function useMoneyForm<Input>({ schema, read, check, send }: MoneyForm<Input>) {
  const form = useRef<HTMLFormElement>(null);
  const [issues, setIssues] = useState<Issues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const judge = () => {
    const parsed = schema.safeParse(read());
    if (!parsed.success) {
      const found = parsed.error.issues.map(({ path, message }) => [path.join("."), message] as const);
      return { issues: Object.fromEntries(found) };
    }
    const found = check?.(parsed.data);
    return found ? { issues: found } : { input: parsed.data };
  };
  const show = (found: Issues) => {
    setIssues(found);
    // After the fields have learnt of it.
    setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const judged = judge();
    if (!judged.input) return show(judged.issues ?? {});
    setBusy(true);
    setFailure(undefined);
    try {
      await send(judged.input);
    } catch (error) {
      show(issuesOf(error));
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  const blur = () => setIssues(judge().issues ?? {});
  const clear = () => {
    setIssues({});
    setFailure(undefined);
  };
  return { form, issues, failure, isBusy, submit, blur, clear };
}
