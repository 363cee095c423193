"use client";

import { useEffect, useRef, useState } from "react";
import { CodeField } from "@/components/shared/sign-in/code-field";
import { signIn } from "@/components/shared/sign-in/sign-in";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { FormFailure, TextLink } from "../entry/words";

const LOST = "The connection to Closed Loop was lost. Try again.";

interface SignInFormProps {
  /** A path on this site. */
  readonly next: string;
  /** Public demo logins; empty outside a sandbox. */
  readonly demoLogins: readonly Login[];
  /** The password reset page. If set, shows the links to it and to sign-up. */
  readonly forgot?: string;
}

/**
 * Email and password, then a code if there is a second factor. All three are sent together: between the two steps the password
 * exists only in its field, and the server keeps no state.
 */
export function SignInForm({ next, demoLogins, forgot }: SignInFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  const { form, issues, failure, show } = useCheckedForm(
    () => import("@/server/contracts/portal/public/access").then((contract) => contract.SignInInput),
    async (input) => {
      if (needsCode && !input.code) return show({ code: "Enter the 6 digits, or a recovery code." });
      setBusy(true);
      try {
        const { code: typed, ...login } = input;
        const answer = await signIn({ ...login, ...(typed ? { code: typed } : {}) });
        if (answer?.ok && !answer.error) return location.assign(next);
        if (answer?.error?.startsWith("second_factor_required")) setNeedsCode(true);
        else {
          const { formatFailure } = await import("@/components/shared/sign-in/format-failure");
          show({}, formatFailure(answer?.error ?? "", needsCode ? "code" : "password"));
        }
      } catch {
        show({}, LOST);
      }
      setBusy(false);
      code.current?.select();
    },
  );
  const fillIn = (login: Login) => {
    for (const name of ["email", "password"] as const) {
      const field = form.ref.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = login[name];
    }
    show({});
  };
  return (
    <>
      <form {...form} className="flex flex-col gap-4">
        <div hidden={needsCode} className={needsCode ? undefined : "flex flex-col gap-4"}>
          <Field label="Email" name="email" type="email" autoComplete="username webauthn" error={issues.email} />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={issues.password}
          />
        </div>
        {needsCode ? <CodeField ref={code} error={issues.code} /> : null}
        {failure ? <FormFailure>{failure}</FormFailure> : null}
        <Button type="submit" look="primary" size="large" isWide isBusy={isBusy}>
          Sign in
        </Button>
        {needsCode ? (
          <Button
            isWide
            onClick={() => {
              setNeedsCode(false);
              show({});
            }}
          >
            Use another login
          </Button>
        ) : null}
      </form>
      {needsCode ? null : <PasskeySignIn next={next} />}
      {forgot && !needsCode ? (
        <p className="mt-6 flex flex-wrap justify-between gap-4 text-14">
          <TextLink href={forgot}>Forgot your password?</TextLink>
          <TextLink href="/sign-up">Create a sandbox</TextLink>
        </p>
      ) : null}
      {demoLogins.length > 0 && !needsCode ? <DemoLogins logins={demoLogins} onChoose={fillIn} /> : null}
    </>
  );
}

interface Login {
  readonly email: string;
  readonly password: string;
}

interface DemoLoginsProps {
  readonly logins: readonly Login[];
  readonly onChoose: (login: Login) => void;
}

function DemoLogins({ logins, onChoose }: DemoLoginsProps) {
  return (
    <section className="mt-6 border-t border-line pt-5">
      <h2 className="text-14">Demo logins</h2>
      <p className="mt-1 text-13 text-muted">This is a sandbox with test data. Choose one to fill in the form.</p>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,10.5rem),1fr))] gap-2">
        {logins.map((login) => (
          <li key={login.email}>
            <Button size="small" isWide onClick={() => onChoose(login)}>
              {login.email}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const loadPasskeySignIn = () => import("./enter-with-passkey");

/**
 * Signs in with a passkey, by button or from the email field's autofill. The code for it loads on the first pointer movement or
 * focus, to keep the page small.
 */
function PasskeySignIn({ next }: { readonly next: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    // Autofill is optional: the button still works.
    const offer = () =>
      loadPasskeySignIn()
        .then((it) => it.offerPasskeys(next, signal, setFailure))
        .catch(() => null);
    for (const sign of ["pointermove", "focusin"]) addEventListener(sign, offer, { once: true, signal });
    // A field may have been focused before hydration.
    if (document.activeElement instanceof HTMLInputElement) void offer();
    return () => left.abort();
  }, [next]);
  const enter = async () => {
    setBusy(true);
    const found = await loadPasskeySignIn()
      .then((it) => it.enterWithPasskey(next))
      .catch(() => LOST);
    setFailure(found);
    setBusy(!found);
  };
  return (
    <div className="mt-3 flex flex-col gap-4">
      <Button size="large" isWide isBusy={isBusy} onClick={enter}>
        Sign in with a passkey
      </Button>
      {failure ? <FormFailure>{failure}</FormFailure> : null}
    </div>
  );
}
