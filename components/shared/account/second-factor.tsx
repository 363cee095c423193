"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { Badge } from "@/components/ui/feedback/badge";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { StoredCheck } from "@/components/ui/feedback/stored-check";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { DownloadButton } from "@/components/ui/forms/download-button";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { CopyCode } from "@/components/ui/values/copy-code";
import { ProofFields } from "./proof-fields";
import { SetUpSecondFactor } from "./set-up-second-factor";

type Open = "nothing" | "set up" | "renew" | "disable" | { readonly codes: readonly string[] };

interface SecondFactorProps {
  readonly isOn: boolean;
  /** On a page of its own, which already explains it. */
  readonly isAlone?: boolean;
}

/** Authenticator codes in addition to the password. Secrets exist only in the state of the open dialog. */
export function SecondFactor({ isOn, isAlone = false }: SecondFactorProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>("nothing");
  const close = () => setOpen("nothing");
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
            void queryClient.invalidateQueries(trpc.shared.sessions.pathFilter());
          }}
        />
      </Dialog>
    </div>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isStored, setStored] = useState(false);
  const text = codes.join("\n");
  return (
    <>
      <DialogBody>
        <div className="flex items-start gap-2 rounded-8 border border-line p-4">
          <ul translate="no" className="grid flex-1 grid-cols-2 gap-x-4 gap-y-2 font-mono text-14">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CopyCode what="the recovery codes" text={text} />
        </div>
        <DownloadButton name="closed-loop-recovery-codes.txt" text={`${text}\n`}>
          Download codes
        </DownloadButton>
        <StoredCheck label="I have stored the codes" isStored={isStored} onChange={setStored} />
      </DialogBody>
      <DialogFooter>
        <Button look="primary" size="large" isWide disabled={!isStored} onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}

interface ProveBothProps {
  readonly how: "renew" | "disable";
  /** Called with the new recovery codes; empty after turning off. */
  readonly onDone: (codes: readonly string[]) => void;
}

/** Password and code, for changes that renew or remove the second factor. */
function ProveBoth({ how, onDone }: ProveBothProps) {
  const { secondFactor } = useTRPC().shared;
  const onError = (error: unknown) => {
    const found = issuesOf(error);
    if (found.password) show({ password: "That isn’t your password." });
    else show({ code: found.code ? "That code is wrong or has already been used." : messageOf(error) });
  };
  const renew = useMutation(
    secondFactor.renewCodes.mutationOptions({ onError, onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) }),
  );
  const disable = useMutation(secondFactor.disable.mutationOptions({ onError, onSuccess: () => onDone([]) }));
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ProveSecondFactorInput),
    (input) => (how === "renew" ? renew : disable).mutate(input),
  );
  const isBusy = renew.isPending || disable.isPending;
  return (
    <form {...form} className="flex min-h-0 flex-col">
      <DialogBody>
        <ProofFields issues={issues} hasSecondFactor />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" look={how === "disable" ? "danger" : "primary"} size="large" isWide isBusy={isBusy}>
          {how === "disable" ? "Turn off" : "Generate new codes"}
        </Button>
      </DialogFooter>
    </form>
  );
}
