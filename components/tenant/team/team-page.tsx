"use client";

import { useQuery } from "@tanstack/react-query";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { useTenant } from "../shell/use-tenant";
import { InvitationsTable } from "./invitations-table";
import { InvitePerson } from "./invite-person";
import { PeopleTable } from "./people-table";

/** People and invitations. The team is the same in test and live. */
export function TeamPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { may } = useTenant();
  const team = useQuery(trpc.tenant.team.list.queryOptions(place));
  return (
    <>
      <ConsoleHead
        title="Team"
        purpose="People who can sign in, for both sandbox and live."
        action={may("manage_team") ? <InvitePerson /> : null}
      />
      {team.isPending ? <SkeletonRows rows={3} /> : null}
      {team.isError && !team.data ? (
        <Failure what="Your team" error={team.error} onRetry={() => void team.refetch()} />
      ) : null}
      {team.data ? <PeopleTable people={team.data.people} /> : null}
      {team.data && team.data.invitations.length > 0 ? (
        <section className="mt-8">
          <SectionHead title="Invited" />
          <InvitationsTable invitations={team.data.invitations} />
        </section>
      ) : null}
    </>
  );
}
