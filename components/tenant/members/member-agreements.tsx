"use client";

import { Terms } from "@/components/shared/agreements/terms";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { NothingYet } from "@/components/ui/feedback/nothing-yet";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { CopyButton } from "@/components/ui/values/copy-button";
import { CopyId } from "@/components/ui/values/copy-id";
import type { MemberDetail } from "@/server/trpc/types";

type Agreement = MemberDetail["agreements"][number];

function OwnTerms({ agreement }: { readonly agreement: Agreement }) {
  return agreement.status === "PendingApproval" ? (
    <Terms terms={agreement} setter="the member" />
  ) : (
    <Terms terms={agreement} />
  );
}

function ApprovalLink({ url }: { readonly url: string | null }) {
  return url === null ? null : <CopyButton text={url}>Copy link</CopyButton>;
}

const COLUMNS: readonly Column<Agreement>[] = [
  {
    id: "merchant",
    room: 150,
    isText: true,
    header: "Merchant",
    cell: ({ merchant }) => <span className="font-medium">{merchant}</span>,
  },
  { id: "id", room: 136, header: "ID", cell: ({ id }) => <CopyId id={id} /> },
  { id: "terms", room: 300, header: "Terms", cell: (agreement) => <OwnTerms agreement={agreement} /> },
  { id: "status", room: 140, header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { id: "link", room: 130, header: "Link", cell: ({ approvalUrl }) => <ApprovalLink url={approvalUrl} /> },
];

/** Existing and requested agreements. Only the member can approve or revoke them. */
export function MemberAgreements({ agreements }: { readonly agreements: readonly Agreement[] }) {
  return (
    <section>
      <SectionHead title="Agreements" />
      {agreements.length === 0 ? (
        <NothingYet>No merchant has an agreement with this member.</NothingYet>
      ) : (
        <DataTable
          label="Agreements"
          columns={COLUMNS}
          rows={agreements}
          keyOf={({ id }) => id}
          listRow={(agreement) => (
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <span className="block truncate text-14 font-medium">{agreement.merchant}</span>
                <span className="block text-13 text-muted">
                  <OwnTerms agreement={agreement} />
                </span>
              </span>
              <span className="flex shrink-0 flex-col items-end gap-1">
                <StatusBadge status={agreement.status} />
                <ApprovalLink url={agreement.approvalUrl} />
              </span>
            </span>
          )}
        />
      )}
    </section>
  );
}
