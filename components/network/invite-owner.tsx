"use client";

import { InviteDialog } from "../team/invite-dialog";
import { useTRPCClient } from "../trpc/client";
import { OwnLoginOnly } from "./own-login";
import { useNetwork } from "./use-network";

/** For a tenant that nobody owns. */
export function InviteOwner({ slug }: { readonly slug: string }) {
  const client = useTRPCClient();
  const { place } = useNetwork();
  return (
    <OwnLoginOnly>
      <InviteDialog
        button="Invite the owner"
        title="Invite the owner"
        onInvite={(input) => client.networkTenants.inviteOwner.mutate({ ...place, slug, ...input })}
      />
    </OwnLoginOnly>
  );
}
