import { findInvitation, type Invitation } from "@/server/domain/team";
import { findReset, type SignedIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";

/** Reads the invitation behind a token on the server, since a query from the page would put the token into a URL. */
export async function readInvitation(token: string, signedIn: SignedIn | null): Promise<Invitation | null> {
  return findInvitation({ now: now() }, token, signedIn);
}

export async function findResetLink(token: string): Promise<{ readonly email: string } | null> {
  return findReset({ now: now() }, token);
}
