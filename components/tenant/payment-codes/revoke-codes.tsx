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
        isBusy={done !== null}
        onConfirm={begin}
      >
        {wanted === 1 ? "It stops" : "They stop"} working right away, and recurring charges on{" "}
        {wanted === 1 ? "it" : "them"} are declined. Existing holds stay.
        {left > 0 ? (
          <span className="mt-2 block">
            {left} of the {left + wanted} selected {left === 1 ? "is" : "are"} left out: used, expired, or revoked
            already.
          </span>
        ) : null}
        {done ? <span className="mt-2 block">{`${done} of ${wanted} done…`}</span> : null}
      </Confirm>
      <Dialog
        isOpen={outcomes !== null}
        onClose={close}
        title={`${revoked} of ${codesOf(outcomes?.length ?? 0)} revoked`}
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
