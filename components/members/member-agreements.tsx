"use client";

import type { MemberDetail } from "@/server/trpc/types";
import { Terms } from "../agreements/terms";
import { StatusBadge } from "../status/status-badge";
import { CopyId } from "../ui/copy-id";
import { type Column, DataTable } from "../ui/data-table";
import { NothingYet } from "../ui/nothing-yet";
import { SectionHead } from "../ui/page-head";

type Agreement = MemberDetail["agreements"][number];

function OwnTerms({ agreement }: { readonly agreement: Agreement }) {
  return agreement.status === "PendingApproval" ? (
    <Terms terms={agreement} setter="the member" />
  ) : (
    <Terms terms={agreement} />
  );
}

const COLUMNS: readonly Column<Agreement>[] = [
  { id: "merchant", header: "Merchant", cell: ({ merchant }) => <span className="font-medium">{merchant}</span> },
  { id: "id", header: "Id", cell: ({ id }) => <CopyId id={id} /> },
  { id: "terms", header: "Terms", cell: (agreement) => <OwnTerms agreement={agreement} /> },
  { id: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
];

/** Who may charge the member, and who asks. Only the member itself answers and stops them. */
export function MemberAgreements({ agreements }: { readonly agreements: readonly Agreement[] }) {
  return (
    <section>
      <SectionHead title="Agreements" />
      {agreements.length === 0 ? (
        <NothingYet>No merchant may charge this member by itself.</NothingYet>
      ) : (
        <DataTable
          label="Agreements"
          columns={COLUMNS}
          rows={agreements}
          keyOf={({ id }) => id}
          phoneRow={(agreement) => (
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <span className="block truncate text-14 font-medium">{agreement.merchant}</span>
                <span className="block text-13 text-muted">
                  <OwnTerms agreement={agreement} />
                </span>
              </span>
              <StatusBadge status={agreement.status} />
            </span>
          )}
        />
      )}
    </section>
  );
}
