"use client";

import { InviteDialog } from "@/components/shared/team/invite-dialog";
import { useTRPCClient } from "@/components/trpc/client";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";

export function InviteOwner({ slug }: { readonly slug: string }) {
  const client = useTRPCClient();
  const { place } = useNetwork();
  return (
    <OwnLoginOnly>
      <InviteDialog
        button="Invite the owner"
        title="Invite the owner"
        onInvite={(input) => client.network.tenants.inviteOwner.mutate({ ...place, slug, ...input })}
      />
    </OwnLoginOnly>
  );
}
