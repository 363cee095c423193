"use client";

import { Plus, TicketCheck } from "lucide-react";
import type { ReactNode } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { FILTERS } from "@/components/shared/status/states";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Empty } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { useHeld } from "@/components/ui/forms/use-held";
import { PageHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { ListSection } from "@/components/ui/tables/list-section";
import { isUnfilled } from "@/components/ui/tables/long/use-long-list";
import { SearchField } from "@/components/ui/tables/search-field";
import { TIME } from "@/components/ui/tables/sort/sort";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { CopyButton } from "@/components/ui/values/copy-button";
import { Time } from "@/components/ui/values/time";
import type { IssuedCode, MintedCode } from "@/server/trpc/types";
import { BulkAct } from "../bulk/bulk-act";
import { useBulkAct } from "../bulk/use-bulk-act";
import { useTenant } from "../shell/use-tenant";
import { useTenantList } from "../shell/use-tenant-list";
import { isRevocable } from "./is-revocable";
import { MintCodeForm } from "./mint-code-form";

const COLUMNS: readonly Column<IssuedCode>[] = [
  {
    id: "id",
    minWidth: 120,
    header: "Record",
    cell: ({ id }) => <span translate="no" className="font-mono text-13">{`${id.slice(0, 5)}…${id.slice(-5)}`}</span>,
  },
  {
    id: "made",
    minWidth: 120,
    header: "Created",
    sortBy: TIME,
    cell: ({ created }) => <Time at={created} as="relative" />,
  },
  { id: "status", header: "Status", sortBy: "status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "member",
    minWidth: 160,
    isText: true,
    header: "Member",
    sortBy: "member",
    cell: ({ memberName }) => memberName,
  },
  {
    id: "by",
    minWidth: 150,
    header: "Created by",
    cell: ({ origin }) => (origin === "tenant" ? "Tenant, with PIN" : "Member"),
  },
  { id: "uses", minWidth: 100, header: "Uses", isNumeric: true, cell: (code) => <Uses code={code} /> },
  { id: "cap", minWidth: 140, header: "At most", isNumeric: true, cell: (code) => <Cap code={code} /> },
];

function Uses({ code: { uses, usesAllowed } }: { readonly code: IssuedCode }) {
  return usesAllowed === null ? uses : `${uses} of ${usesAllowed}`;
}

function Cap({ code: { maxAmount, currency } }: { readonly code: IssuedCode }) {
  return maxAmount === null ? "No limit" : <Money amount={maxAmount} currency={currency} />;
}

/** Codes that pay from members' accounts. The codes themselves aren't stored. */
export function PaymentCodesPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { filters } = useQueryString();
  const list = useTenantList(trpc.tenant.paymentCodes.list, "payment-codes");
  const isEmpty = isUnfilled(list, filters);
  const { bulk, ...revoking } = useBulkAct<IssuedCode>("revoke_codes", { isEligible: isRevocable });
  const page = (mint: ReactNode) => (
    <>
      <PageHead
        title="Payment codes"
        purpose="Codes that pay from your members’ accounts without a card."
        action={isEmpty ? null : mint}
      />
      {mint && !isEmpty ? <div className="mb-4 lg:hidden">{mint}</div> : null}
      <BulkAct {...revoking} />
      <ListSection
        list={list}
        first={<SearchField label="Search by record ID" placeholder="ID of a code or a member" />}
        filters={<FilterChips label="Status" name="state" options={FILTERS.codes} />}
        what="Payment codes"
        empty={
          <Empty icon={TicketCheck} title="No payment codes yet" action={mint}>
            Create one here or with POST /v1/payment-codes. Members create their own in the wallet.
          </Empty>
        }
        noResults="Search by the record ID from the response that created the code. The code itself isn’t stored."
        label="Payment codes"
        columns={COLUMNS}
        grid={{ bulk }}
        hrefOf={({ id }) => pathOf(place, `payment-codes/${id}`)}
        headOf={({ memberName, status }) => ({
          title: `${memberName}’s code`,
          below: <StatusBadge status={status} />,
        })}
        listRow={(code) => (
          <span className="flex items-center justify-between gap-3">
            <span className="min-w-0">
              <span className="block truncate text-14 font-medium">{code.memberName}</span>
              <span className="block truncate text-13 text-muted">
                <Time at={code.created} as="relative" />
              </span>
            </span>
            <span className="flex shrink-0 flex-col items-end gap-1 text-14">
              <Cap code={code} />
              <StatusBadge status={code.status} />
            </span>
          </span>
        )}
      />
    </>
  );
  return <MintCode>{page}</MintCode>;
}

interface MintCodeProps {
  /** Renders the page with the button in its place; null without the permission. */
  readonly children: (button: ReactNode) => ReactNode;
}

/** Shows the code and its PIN once, and forgets both when the dialog closes. */
function MintCode({ children }: MintCodeProps) {
  const { may } = useTenant();
  if (!may("manage_codes")) return children(null);
  return (
    <FormDialog<MintedCode>
      look="primary"
      icon={Plus}
      button="New code"
      title="New payment code"
      purpose="Pays from a member’s account. Code and PIN are shown once."
      form={(done) => <MintCodeForm onMinted={done} />}
      shown={{
        title: "Give both to the member",
        of: (minted, close) => <MintedSecrets minted={minted} onDone={close} />,
      }}
    >
      {children}
    </FormDialog>
  );
}

/** The code and PIN exist only in this component's props. */
function MintedSecrets({ minted, onDone }: { readonly minted: MintedCode; readonly onDone: () => void }) {
  useHeld(true);
  return (
    <>
      <DialogBody>
        <Secret label="Payment code" text={minted.code} />
        <Secret label="PIN" text={minted.pin} />
        <p className="text-14 text-muted">
          First use by <Time at={minted.expiresAt} />. They aren’t stored and can’t be shown again.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" isWide onClick={onDone}>
          I’ve passed them on
        </Button>
      </DialogFooter>
    </>
  );
}

function Secret({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <p className="text-14 font-medium">{label}</p>
      <p className="mt-1 flex items-center justify-between gap-3 rounded-8 border border-line bg-raised py-2 pr-2 pl-4">
        <span translate="no" data-testid={label} className="font-mono text-28 font-semibold tracking-wide">
          {text}
        </span>
        <CopyButton text={text}>Copy</CopyButton>
      </p>
    </div>
  );
}
