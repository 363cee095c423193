import type { Metadata } from "next";
import { headers } from "next/headers";
import { EntryPage, OtherWays } from "@/components/public/entry/entry-page";
import { Invitation } from "@/components/public/entry/invitation";
import { TextLink } from "@/components/public/entry/words";
import { PageOwner } from "@/components/trpc/page-owner";
import { readInvitation } from "@/server/auth/links";
import { readSession } from "@/server/auth/session";
import { looksOf } from "@/server/contracts/brand/looks";

interface Props {
  readonly params: Promise<{ readonly token: string }>;
}

/** The URL is a secret, so no referrer is sent to linked pages. */
export const metadata: Metadata = { title: "Invitation", robots: { index: false }, referrer: "no-referrer" };

export default async function Page({ params }: Props) {
  const { token } = await params;
  const signedIn = await readSession(await headers());
  const invitation = await readInvitation(token, signedIn);
  if (invitation?.state !== "open") {
    const isAccepted = invitation?.state === "accepted";
    return (
      <EntryPage
        title={isAccepted ? "This invitation was accepted" : "This invitation no longer works"}
        lead={isAccepted ? "An invitation works once." : "Ask the person who sent it for a new one."}
      >
        <OtherWays>
          <TextLink href="/sign-in">Sign in</TextLink>
        </OtherWays>
      </EntryPage>
    );
  }
  const { email, role, invitedBy, tenantId, tenantTitle, hasLogin, obstacle } = invitation;
  const looks = looksOf(tenantId, invitation);
  const expiresAt = invitation.expiresAt.toISOString();
  const shown = { token, email, role, invitedBy, tenantTitle, hasLogin, obstacle, expiresAt, looks };
  return (
    <>
      {signedIn ? <PageOwner userId={signedIn.userId} /> : null}
      <Invitation invitation={shown} signedInAs={signedIn?.email ?? null} />
    </>
  );
}
