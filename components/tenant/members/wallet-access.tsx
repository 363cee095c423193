"use client";

import { useQuery } from "@tanstack/react-query";
import { InviteDialog } from "@/components/shared/team/invite-dialog";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Time } from "@/components/ui/values/time";
import type { MemberDetail } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

export function WalletAccess({ member }: { readonly member: MemberDetail }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
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
              onInvite={(input) => client.tenant.members.inviteToWallet.mutate({ ...place, id: member.id, ...input })}
            />
          </div>
        ) : null}
      </div>
    </section>
  );
}
