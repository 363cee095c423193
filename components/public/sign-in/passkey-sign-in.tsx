"use client";

import { useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { FormFailure } from "../entry/words";

const LOST = "The connection to Closed Loop was lost. Try again.";

/** One press, and the device asks for a finger, a face, or a PIN. What it takes is loaded then: this page stays small. */
export function PasskeySignIn({ next }: { readonly next: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    setFailure(null);
    const found = await import("./enter-with-passkey").then((module) => module.enterWithPasskey()).catch(() => LOST);
    if (found === null) return location.assign(next);
    setFailure(found);
    setBusy(false);
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
