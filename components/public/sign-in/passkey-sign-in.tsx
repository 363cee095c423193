"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { FormFailure } from "../entry/words";

const LOST = "The connection to Closed Loop was lost. Try again.";

const load = () => import("./enter-with-passkey");

/**
 * Signs in with a passkey, by button or from the email field's autofill. The code for it loads on the first pointer movement or
 * focus, to keep the page small.
 */
export function PasskeySignIn({ next }: { readonly next: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    // Autofill is optional: the button still works.
    const offer = () =>
      load()
        .then((it) => it.offerPasskeys(next, signal, setFailure))
        .catch(() => null);
    for (const sign of ["pointermove", "focusin"]) addEventListener(sign, offer, { once: true, signal });
    return () => left.abort();
  }, [next]);
  const enter = async () => {
    setBusy(true);
    const found = await load()
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
