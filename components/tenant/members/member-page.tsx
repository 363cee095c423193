"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useParams } from "next/navigation";
import { Terms } from "@/components/shared/agreements/terms";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { InviteDialog } from "@/components/shared/team/invite-dialog";
import { useTRPC } from "@/components/trpc/client";
import { NothingYet } from "@/components/ui/feedback/nothing-yet";
import { Unread } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyButton } from "@/components/ui/values/copy-button";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { MemberDetail } from "@/server/trpc/types";
import { LatestPayments } from "../authorizations/latest-payments";
import { useTenant } from "../shell/use-tenant";
import { MemberAccounts } from "./member-accounts";
import { MemberCards } from "./member-cards";

export function MemberPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { id } = useParams<{ id: string }>();
  const query = useQuery(trpc.tenant.members.get.queryOptions({ ...place, id }));
  const member = query.data;
  return (
    <>
      <ConsoleHead title={member?.name ?? "Member"} back={{ href: pathOf(place, "members"), label: "Members" }} />
      <Unread what="This member" query={query} rows={4} />
      {member ? (
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_17.5rem]">
          <div className="order-2 grid min-w-0 gap-8 lg:order-1">
            <MemberAccounts member={member} />
            <MemberCards member={member} />
            <MemberAgreements agreements={member.agreements} />
            <LatestPayments of={{ member: id }} />
          </div>
          <div className="order-1 min-w-0 lg:order-2">
            <About member={member} />
            <WalletAccess member={member} />
          </div>
        </div>
      ) : null}
    </>
  );
}

function About({ member }: { readonly member: MemberDetail }) {
  const place = usePlace();
  return (
    <section aria-label="Facts">
      <Facts>
        <Fact label="ID">
          <CopyId id={member.id} />
        </Fact>
        <Fact label="Since">
          <Time at={member.createdAt} />
        </Fact>
      </Facts>
      {member.isShared ? (
        <p className="mt-3 text-13 text-muted">
          A member of the public sandbox. Its accounts and cards stay as documented.
        </p>
      ) : null}
      <Link
        href={`${pathOf(place, "authorizations")}?member=${member.id}`}
        className="mt-3 -ml-2 inline-flex h-9 items-center gap-1.5 rounded-8 px-2 text-14 font-medium text-accent hover:bg-hover"
      >
        Authorizations <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  );
}

function WalletAccess({ member }: { readonly member: MemberDetail }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const { login, invited } = member.wallet;
  const canInvite = login === null && may("manage_members") && me?.isShared === false;
  return (
    <section className="mt-6">
      <SectionHead title="Wallet" />
      <div className="rounded-8 border border-line p-4 text-14">
        {login === null ? (
          <p className="text-muted">
            {invited ? (
              <>
                <span className="break-all text-text">{invited.email}</span> is invited, until{" "}
                <Time at={invited.expiresAt} />.
              </>
            ) : (
              "Not invited yet."
            )}
          </p>
        ) : (
          <p>
            <span className="break-all">{login}</span> <span className="text-muted">signs in to it.</span>
          </p>
        )}
        {canInvite ? (
          <div className="mt-3">
            <InviteDialog
              button={invited ? "Invite again" : "Invite to the wallet"}
              size="small"
              title="Invite to the wallet"
              purpose={`Anyone who follows the link can spend from the accounts of ${member.name}.`}
              label="The member’s email"
              mutation={trpc.tenant.members.inviteToWallet.mutationOptions()}
              variables={(input) => ({ ...place, id: member.id, ...input })}
            />
          </div>
        ) : null}
      </div>
    </section>
  );
}

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
    minWidth: 150,
    isText: true,
    header: "Merchant",
    cell: ({ merchant }) => <span className="font-medium">{merchant}</span>,
  },
  { id: "id", minWidth: 136, header: "ID", cell: ({ id }) => <CopyId id={id} /> },
  { id: "terms", minWidth: 300, header: "Terms", cell: (agreement) => <OwnTerms agreement={agreement} /> },
  { id: "status", minWidth: 140, header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { id: "link", minWidth: 130, header: "Link", cell: ({ approvalUrl }) => <ApprovalLink url={approvalUrl} /> },
];

/** Existing and requested agreements. Only the member can approve or revoke them. */
function MemberAgreements({ agreements }: { readonly agreements: readonly Agreement[] }) {
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
