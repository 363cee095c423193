"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/feedback/badge";
import { Dialog } from "@/components/ui/feedback/dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { ProveBoth } from "./prove-both";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpSecondFactor } from "./set-up-second-factor";

type Open = "nothing" | "set up" | "renew" | "disable" | { readonly codes: readonly string[] };

interface SecondFactorProps {
  readonly isOn: boolean;
  /** On a page of its own, which already explains it. */
  readonly isAlone?: boolean;
}

/** Authenticator codes in addition to the password. Secrets exist only in the state of the open dialog. */
export function SecondFactor({ isOn, isAlone = false }: SecondFactorProps) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>("nothing");
  const close = () => setOpen("nothing");
  const refresh = () => void queryClient.invalidateQueries();
  return (
    <div className={isAlone ? undefined : "rounded-8 border border-line p-4"}>
      {isAlone ? (
        <Button look="primary" size="large" isWide onClick={() => setOpen("set up")}>
          Start
        </Button>
      ) : isOn ? (
        <>
          <Badge tone="good" icon={ShieldCheck}>
            On
          </Badge>
          <p className="mt-2 text-14 text-muted">Signing in requires a code from your authenticator app.</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button onClick={() => setOpen("renew")}>New recovery codes</Button>
            <Button onClick={() => setOpen("disable")}>Turn off</Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-14 text-muted">
            Sign-in asks for a code from an authenticator app as well as your password, so a stolen password isn’t
            enough.
          </p>
          <div className="mt-4">
            <Button onClick={() => setOpen("set up")}>Set up second factor</Button>
          </div>
        </>
      )}
      <Dialog isOpen={open === "set up"} onClose={close} title={isAlone ? "Authenticator app" : "Set up second factor"}>
        <SetUpSecondFactor onDone={(codes) => setOpen({ codes })} />
      </Dialog>
      <Dialog
        isOpen={open === "renew"}
        onClose={close}
        title="New recovery codes"
        purpose="Your current codes stop working immediately."
      >
        <ProveBoth how="renew" onDone={(codes) => setOpen({ codes })} />
      </Dialog>
      <Dialog
        isOpen={open === "disable"}
        onClose={close}
        title="Turn off second factor"
        purpose="After that, your password alone signs you in. Your recovery codes stop working."
      >
        <ProveBoth
          how="disable"
          onDone={() => {
            close();
            toast.success("Second factor turned off");
            refresh();
          }}
        />
      </Dialog>
      <Dialog
        isOpen={typeof open === "object"}
        isHeld
        onClose={close}
        title="Recovery codes"
        purpose="Each one signs you in once if you lose your authenticator. They’re shown only once."
      >
        <RecoveryCodes
          codes={typeof open === "object" ? open.codes : []}
          onDone={() => {
            close();
            refresh();
          }}
        />
      </Dialog>
    </div>
  );
}
