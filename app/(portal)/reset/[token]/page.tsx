import type { Metadata } from "next";
import { Reset } from "@/components/public/entry/reset-form";
import { findResetLink } from "@/server/auth/links";

interface Props {
  readonly params: Promise<{ readonly token: string }>;
}

/** The URL is a secret, so no referrer is sent to linked pages. */
export const metadata: Metadata = { title: "New password", robots: { index: false }, referrer: "no-referrer" };

export default async function Page({ params }: Props) {
  const { token } = await params;
  return <Reset token={token} email={(await findResetLink(token))?.email} />;
}
