"use client";

import { ArrowLeftRight, CheckCheck, CircleHelp, Landmark, Minus, Undo2 } from "lucide-react";
import { AMOUNT_COLUMN } from "@/components/shared/console/columns";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Badge, type Tone } from "@/components/ui/feedback/badge";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { ListSection } from "@/components/ui/tables/list-section";
import { SearchField } from "@/components/ui/tables/search-field";
import { Day } from "@/components/ui/values/time";
import { BANK_LINE_STATES } from "@/server/contracts/choices";
import type { Listed } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";
import { useNetworkList } from "../shell/use-network-list";
import { LineActs } from "./line-acts";

type BankLine = Listed<"network", "bankLines">;

const STATES = {
  unassigned: { word: "Unassigned", tone: "warn", icon: CircleHelp },
  funded: { word: "Funded", tone: "good", icon: CheckCheck },
  returned: { word: "Sent back", tone: "neutral", icon: Undo2 },
  payout: { word: "Payout", tone: "neutral", icon: ArrowLeftRight },
  other: { word: "Other", tone: "neutral", icon: Minus },
} as const satisfies Record<BankLine["state"], { word: string; tone: Tone; icon: typeof Undo2 }>;

function State({ line: { state, isAsked } }: { readonly line: BankLine }) {
  const { word, tone, icon } = STATES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {isAsked ? "Waits for approval" : word}
    </Badge>
  );
}

function Whose({ line: { memberId, fundedName, note } }: { readonly line: BankLine }) {
  const { at } = useNetwork();
  if (memberId && fundedName) {
    return (
      <Link href={at(`/network/members/${memberId}`)} className="font-medium text-accent hover:underline">
        {fundedName}
      </Link>
    );
  }
  if (fundedName) return <>Float of {fundedName}</>;
  return <span className="text-muted">{note}</span>;
}

const fromOf = ({ counterpartyName, counterpartyNumber }: BankLine) =>
  counterpartyName ?? counterpartyNumber ?? "Unknown";

const COLUMNS: readonly Column<BankLine>[] = [
  { id: "booked", minWidth: 110, header: "Booked", cell: ({ bookedOn }) => <Day day={bookedOn} as="utc" /> },
  { id: "from", minWidth: 140, isText: true, header: "From or to", cell: fromOf },
  {
    id: "text",
    minWidth: 180,
    isText: true,
    header: "Text",
    cell: ({ text, returnReason }) => (returnReason ? `Returned (${returnReason}): ${text}` : text),
  },
  { ...AMOUNT_COLUMN, minWidth: 130 },
  { id: "state", minWidth: 150, header: "State", cell: (line) => <State line={line} /> },
  // Without name and text nobody could tell lines apart, so a narrow screen gets the list.
  { id: "whose", minWidth: 140, drops: 1, header: "Whose", cell: (line) => <Whose line={line} /> },
  {
    id: "actions",
    minWidth: 190,
    header: "Actions",
    cell: (line) => (
      <OwnLoginOnly>
        <LineActs line={line} />
      </OwnLoginOnly>
    ),
  },
];

export function BankLinesPage() {
  const trpc = useTRPC();
  const { at } = useNetwork();
  const list = useNetworkList(trpc.network.bankLines.list, "bank-lines");
  return (
    <>
      <PageHead
        title="Bank lines"
        purpose="What came in and went out, by the bank’s statements. A line with an account’s reference funds it at once."
        back={{ href: at("/network/bank"), label: "Bank" }}
      />
      <ListSection
        list={list}
        first={<SearchField label="Name, number, text, or ID" />}
        filters={
          <FilterChips
            label="State"
            name="state"
            options={BANK_LINE_STATES.map((value) => ({ value, label: STATES[value].word }))}
          />
        }
        what="Lines"
        empty={
          <Empty icon={Landmark} title="No lines yet">
            Upload a bank statement to see its lines here.
          </Empty>
        }
        noResults="No lines match these filters in this environment."
        label="Bank lines"
        columns={COLUMNS}
        listRow={(line) => <ListRow line={line} />}
      />
    </>
  );
}

function ListRow({ line }: { readonly line: BankLine }) {
  return (
    <>
      <span className="flex items-center justify-between gap-3 text-14 font-medium">
        <span className="min-w-0 truncate">{fromOf(line)}</span>
        <Money amount={line.amount} currency={line.currency} />
      </span>
      <span className="mt-1 block truncate text-13 text-muted">{line.text}</span>
      <span className="mt-2 flex flex-wrap items-center justify-between gap-2 text-13 text-muted">
        <State line={line} />
        <Day day={line.bookedOn} as="utc" />
      </span>
      <span className="mt-2 flex flex-wrap items-center justify-between gap-2 text-13">
        <Whose line={line} />
        <OwnLoginOnly>
          <LineActs line={line} />
        </OwnLoginOnly>
      </span>
    </>
  );
}
