import { type Queryable, query } from "@/server/db/query";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { insertEmail, linkTo, newEmail, words } from "../../emails";

interface PasskeyChange {
  readonly action: "passkey.added" | "passkey.removed";
  readonly id: string;
  readonly name: string;
}

/** Adds an audit record and an email, so that an owner who did not do it finds out and can react. */
export async function recordPasskeyChange(db: Queryable, caller: UserCaller, change: PasskeyChange): Promise<void> {
  const { action, id, name } = change;
  await recordAudit(db, caller, { action, subject: { kind: "passkey", id } });
  const isAdded = action === "passkey.added";
  const message = newEmail(caller.now, {
    recipient: caller.email,
    subject: isAdded
      ? words`A passkey was added to your Closed Loop login`
      : words`A passkey was removed from your Closed Loop login`,
    paragraphs: [
      isAdded
        ? words`The passkey ${name} now signs in to your login, without your password.`
        : words`The passkey ${name} no longer signs in to your login. All other devices were signed out.`,
      words`Not you? Reset your password now. That signs out every device and removes every passkey:`,
      linkTo("/forgot"),
    ],
  });
  await query(db, insertEmail(message));
}
