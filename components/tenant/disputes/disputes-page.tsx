"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { AMOUNT_COLUMN, timeColumn } from "@/components/shared/console/columns";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf } from "@/components/shared/console/use-place";
import { DISPUTE_OUTCOME_WORDS, DISPUTE_REASON_WORDS } from "@/components/shared/disputes";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/navigation/link";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { FilterSelect } from "@/components/ui/tables/filter-field";
import { ListSection } from "@/components/ui/tables/list-section";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { CopyId } from "@/components/ui/values/copy-id";
import { useLocale } from "@/components/ui/values/locale";
import { Time } from "@/components/ui/values/time";
import { DISPUTE_REASONS, DISPUTE_STATES } from "@/server/contracts/choices";
import type { Dispute } from "@/server/trpc/types";
import { BulkAct } from "../bulk/bulk-act";
import { useBulkAct } from "../bulk/use-bulk-act";
import { useTenant } from "../shell/use-tenant";
import { useTenantList } from "../shell/use-tenant-list";
import { CloseDispute } from "./close-dispute";

const STATE_WORDS = { open: "Open", answered: "Answered", closed: "Closed" } as const;

const REASONS = DISPUTE_REASONS.map((value) => ({ value, label: DISPUTE_REASON_WORDS[value] }));

const COLUMNS: readonly Column<Dispute>[] = [
  {
    id: "merchant",
    minWidth: 150,
    isText: true,
    header: "Merchant",
    sortBy: "merchant",
    cell: (dispute) => <Payment dispute={dispute} />,
  },
  { ...AMOUNT_COLUMN, minWidth: 130 },
  { id: "reason", minWidth: 200, isText: true, header: "Reason", cell: (dispute) => <Said dispute={dispute} /> },
  { id: "member", minWidth: 136, isText: true, header: "Member", cell: (dispute) => <Disputer dispute={dispute} /> },
  timeColumn("Opened"),
  { id: "state", minWidth: 150, header: "Outcome", isNumeric: true, cell: (dispute) => <Outcome dispute={dispute} /> },
];

const isEligible = ({ closedAt }: Dispute) => closedAt === null;

const EMPTY = {
  open: "No open disputes",
  answered: "No answered disputes",
  closed: "No closed disputes",
} as const;

/** Members dispute payments here. A dispute moves no money; staff check the payment before they close it. */
export function DisputesPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { values, filters } = useQueryString();
  const locale = useLocale();
  const state = DISPUTE_STATES.find((value) => value === values.get("state")) ?? "open";
  const list = useTenantList(trpc.tenant.disputes.list, "disputes", { state });
  const counts = useQuery(trpc.tenant.disputes.count.queryOptions({ ...place, ...filters }));
  const states = DISPUTE_STATES.map((value) => {
    const count = counts.data?.[value];
    return { value, label: count ? `${STATE_WORDS[value]} ${count.toLocaleString(locale)}` : STATE_WORDS[value] };
  });
  const names = useQuery(trpc.tenant.merchants.names.queryOptions(place));
  const merchants = (names.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { bulk, ...closing } = useBulkAct<Dispute>("close_disputes", { isEligible });
  return (
    <>
      <ConsoleHead
        title="Disputes"
        purpose="What members say against payments. Review each one, refund it if that’s right, and close it."
      />
      <BulkAct {...closing} />
      <ListSection
        list={list}
        isPart={Boolean(counts.data?.closed)}
        first={<FilterChips label="State" name="state" options={states} initial="open" />}
        filters={
          <>
            <FilterSelect label="Reason" name="reason" all="All reasons" options={REASONS} />
            {merchants.length > 1 ? (
              <FilterSelect label="Merchant" name="merchant" all="All merchants" options={merchants} />
            ) : null}
          </>
        }
        what="The disputes"
        skeleton={4}
        empty={
          <Empty icon={TriangleAlert} title={EMPTY[state]}>
            When a member disputes a payment in the wallet, it appears here.
          </Empty>
        }
        label="Disputes"
        columns={COLUMNS}
        grid={{ bulk }}
        listRow={(dispute) => <ListRow dispute={dispute} />}
      />
    </>
  );
}

function Payment({ dispute: { recordId, merchantName } }: { readonly dispute: Dispute }) {
  const { place } = useTenant();
  return (
    <Link href={pathOf(place, `authorizations/${recordId}`)} className="font-medium hover:underline">
      {merchantName}
    </Link>
  );
}

function Said({ dispute: { reason, note, answer } }: { readonly dispute: Dispute }) {
  return (
    <>
      {DISPUTE_REASON_WORDS[reason]}
      {note ? <span className="block wrap-anywhere text-muted">“{note}”</span> : null}
      {answer ? <span className="block wrap-anywhere text-muted">Answered “{answer}”</span> : null}
    </>
  );
}

/** Members of other tenants are shown by id only. */
function Disputer({ dispute: { memberId, memberName } }: { readonly dispute: Dispute }) {
  const { place } = useTenant();
  if (memberName === null) return <CopyId id={memberId} />;
  return (
    <Link href={pathOf(place, `members/${memberId}`)} className="min-w-0 wrap-anywhere text-accent hover:underline">
      {memberName}
    </Link>
  );
}

function ListRow({ dispute }: { readonly dispute: Dispute }) {
  const { amount, currency, createdAt } = dispute;
  return (
    <div className="flex flex-col gap-2 text-14">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate">
          <Payment dispute={dispute} />
        </span>
        <Money amount={amount} currency={currency} />
      </div>
      <p className="break-words">
        <Said dispute={dispute} />
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
        Opened <Time at={createdAt} as="relative" /> by <Disputer dispute={dispute} />
      </p>
      <div>
        <Outcome dispute={dispute} />
      </div>
    </div>
  );
}

function Outcome({ dispute }: { readonly dispute: Dispute }) {
  const { may } = useTenant();
  const { id, merchantName, amountReturned, outcome, closedAt, closedBy } = dispute;
  if (!closedAt) {
    return may("move_money") ? (
      <CloseDispute id={id} merchant={merchantName} amountReturned={amountReturned} />
    ) : (
      <span className="text-muted">Open</span>
    );
  }
  return (
    <span className="text-13 wrap-anywhere text-muted">
      {outcome ? DISPUTE_OUTCOME_WORDS[outcome] : "Closed"} <Time at={closedAt} as="relative" />{" "}
      {closedBy ? <>by {closedBy}</> : null}
    </span>
  );
}
