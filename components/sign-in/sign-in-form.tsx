"use client";

import { signIn } from "next-auth/react";
import { type FormEvent, useRef, useState } from "react";
import { SignInInput } from "@/server/contracts/portal";
import { Button } from "../ui/button";
import { Field } from "../ui/field";

interface SignInFormProps {
  /** A page of ours to go to. */
  readonly next: string;
  /** Publicly known logins of a sandbox; none elsewhere. */
  readonly demoLogins: readonly { readonly email: string; readonly password: string }[];
}

/** One sentence for every reason but being throttled: what was wrong is nobody's business. */
function sayFailure(error: string): string {
  const [code, seconds] = error.split(":");
  if (code === "rate_limit_exceeded") {
    const minutes = Math.max(1, Math.ceil(Number(seconds) / 60));
    return `Too many wrong passwords. Try again in ${minutes} min.`;
  }
  if (code === "CredentialsSignin") return "E-mail and password don’t match.";
  return "Signing in is not possible at the moment. Try again.";
}

type Issues = Readonly<Record<string, string>>;

export function SignInForm({ next, demoLogins }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [issues, setIssues] = useState<Issues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Read from the fields themselves: what was typed before the scripts came counts too.
    const typed = new FormData(form.current ?? undefined);
    const email = String(typed.get("email") ?? "").trim();
    const parsed = SignInInput.safeParse({ email, password: String(typed.get("password") ?? "") });
    if (!parsed.success) {
      const found = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message]));
      setIssues(found);
      const [first] = Object.keys(found);
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await signIn("credentials", { ...parsed.data, redirect: false });
      if (answer?.ok && !answer.error) return location.assign(next);
      setFailure(sayFailure(answer?.error ?? ""));
    } catch {
      setFailure("The connection to Closed Loop was lost. Try again.");
    }
    setBusy(false);
  };

  const fillIn = (login: Readonly<Record<"email" | "password", string>>) => {
    for (const name of ["email", "password"] as const) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = login[name];
    }
  };

  return (
    // By POST, should the browser ever send it itself: a password has no place in an address.
    <form ref={form} method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        onChange={() => setIssues({})}
        error={issues.email}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        onChange={() => setIssues({})}
        error={issues.password}
      />
      {failure ? (
        <p role="alert" className="rounded-8 bg-bad-fill p-3 text-14 text-bad">
          {failure}
        </p>
      ) : null}
      <Button type="submit" look="primary" size="large" isWide isBusy={isBusy}>
        Sign in
      </Button>
      {demoLogins.length > 0 ? (
        <section className="mt-4 border-t border-line pt-5">
          <h2 className="text-14">Demo logins</h2>
          <p className="mt-1 text-13 text-muted">This is a sandbox with test data. A tap fills the form.</p>
          <ul className="mt-3 flex flex-wrap gap-2">
            {demoLogins.map((login) => (
              <li key={login.email}>
                <Button
                  size="small"
                  onClick={() => {
                    fillIn(login);
                    setIssues({});
                    setFailure(undefined);
                  }}
                >
                  {login.email}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </form>
  );
}
