import { findInvitation, type Invitation } from "@/server/domain/team";
import { findReset, type SignedIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";

/** What a link's token stands for, read while the page is made: a query from the page would put it into an address. */
export async function readInvitation(token: string, signedIn: SignedIn | null): Promise<Invitation | null> {
  return findInvitation({ now: now() }, token, signedIn);
}

export async function findResetLink(token: string): Promise<{ readonly email: string } | null> {
  return findReset({ now: now() }, token);
}
