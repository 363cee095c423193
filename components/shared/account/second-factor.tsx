"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/feedback/badge";
import { Dialog } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { ProveBoth } from "./prove-both";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpSecondFactor } from "./set-up-second-factor";

type Open = "nothing" | "set up" | "renew" | "disable" | { readonly codes: readonly string[] };

/** A code of an authenticator beside the password. Secrets live in the dialog that shows them, and go with it. */
export function SecondFactor({ isOn }: { readonly isOn: boolean }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>("nothing");
  const close = () => setOpen("nothing");
  const refresh = () => void queryClient.invalidateQueries();
  return (
    <div className="rounded-8 border border-line p-4">
      {isOn ? (
        <>
          <Badge tone="good" icon={ShieldCheck}>
            On
          </Badge>
          <p className="mt-2 text-14 text-muted">Signing in takes a code of your authenticator.</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button onClick={() => setOpen("renew")}>New recovery codes</Button>
            <Button onClick={() => setOpen("disable")}>Turn off</Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-14 text-muted">
            An authenticator app shows a code that signing in takes beside the password. Whoever has your password alone
            stays out.
          </p>
          <div className="mt-4">
            <Button onClick={() => setOpen("set up")}>Set up second factor</Button>
          </div>
        </>
      )}
      <Dialog isOpen={open === "set up"} onClose={close} title="Set up second factor">
        <SetUpSecondFactor onDone={(codes) => setOpen({ codes })} />
      </Dialog>
      <Dialog
        isOpen={open === "renew"}
        onClose={close}
        title="New recovery codes"
        purpose="The ones you have now stop working at once."
      >
        <ProveBoth how="renew" onDone={(codes) => setOpen({ codes })} />
      </Dialog>
      <Dialog
        isOpen={open === "disable"}
        onClose={close}
        title="Turn off second factor"
        purpose="From then on the password alone signs in. Your recovery codes end."
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
        purpose="Each signs you in once, should you lose the app. They are shown this once."
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
