"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { FreshCode } from "./fresh-code";
import { NewCodeForm } from "./new-code-form";
import { PaidMoment } from "./paid-moment";
import { type OwnCode, useCodeDesk } from "./use-code-desk";
import { useOwnCode } from "./use-own-code";

export function OpenedSheet() {
  const desk = useCodeDesk();
  if (desk.code && desk.sheet !== "choices") return <OwnCodeSheet code={desk.code} />;
  return <Choices />;
}

function Choices() {
  const trpc = useTRPC();
  const { sheet, close, keep, code } = useCodeDesk();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  return (
    <Dialog
      isOpen={sheet === "choices"}
      onClose={close}
      title="New code"
      purpose="Pays from your account without a card."
    >
      <NewCodeForm
        accounts={accounts.data ?? []}
        onCreated={keep}
        note={code ? "The code you have now keeps working until it’s used or expires." : null}
      />
    </Dialog>
  );
}

function OwnCodeSheet({ code }: { readonly code: OwnCode }) {
  const { sheet, close, forget } = useCodeDesk();
  const { use, status } = useOwnCode(code);
  const isOver = use !== null || (status !== null && status !== "Code Active");
  const done = () => {
    close();
    if (isOver) forget();
  };
  const title = use ? (use.captured > 0 ? "Paid" : "Approved") : "Show this to the merchant";
  return (
    <Dialog isOpen={sheet === "code"} onClose={done} title={title}>
      {use ? (
        <PaidMoment use={use} account={code.account} onDone={done} />
      ) : (
        <FreshCode key={code.recordId} code={code} status={status} onDone={done} />
      )}
    </Dialog>
  );
}
