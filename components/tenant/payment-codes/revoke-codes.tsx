"use client";

import { Confirm } from "@/components/ui/feedback/confirm";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { codesOf, sayKept } from "./revoke-words";
import type { Revoking } from "./use-bulk-revoke";

/** Asks before chosen codes are revoked, and says what came of it where not all of them were. */
export function RevokeCodes({ asked, done, outcomes, begin, close }: Revoking) {
  const wanted = asked?.ids.length ?? 0;
  const left = (asked?.count ?? 0) - wanted;
  const kept = sayKept(outcomes ?? []);
  const revoked = outcomes?.filter(({ outcome }) => outcome === "revoked").length ?? 0;
  return (
    <>
      <Confirm
        isOpen={asked !== null}
        onClose={close}
        title={`Revoke ${codesOf(wanted)}?`}
        action="Revoke"
        keep={wanted === 1 ? "Keep it" : "Keep them"}
        isBusy={done !== null}
        onConfirm={begin}
      >
        {left > 0
          ? `${left} of the ${codesOf(left + wanted)} selected can’t be revoked: used, expired, or revoked already. `
          : null}
        {wanted === 1 ? "It" : "They"} can’t pay from now on, and recurring charges are declined. Existing holds stay.
        {done ? ` ${done} of ${wanted} done…` : null}
      </Confirm>
      <Dialog
        isOpen={outcomes !== null}
        onClose={close}
        title={`${codesOf(revoked)} revoked`}
        purpose="The others stay as they are."
      >
        <DialogBody>
          <ul className="flex flex-col gap-2 text-14">
            {kept.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button isWide onClick={close}>
            Done
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
