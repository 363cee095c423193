"use client";

import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { Field } from "@/components/ui/forms/field";

/** Takes the focus when it appears. */
export function CodeField({
  ref,
  error,
}: {
  readonly ref: Ref<HTMLInputElement | null>;
  readonly error: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  useEffect(() => input.current?.focus(), []);
  return (
    <Field
      ref={input}
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      help="The 6 digits your authenticator shows, or a recovery code."
      error={error}
    />
  );
}
