import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import type { RecordId } from "@/server/platform/ids";
import { recordAudit } from "../../audit";
import type { NetworkCaller, OperatorCaller } from "../../caller";
import { insertEmail, linkTo, newEmail, words } from "../../emails";
import { DomainError } from "../../errors";
import { sharedOperator } from "../act-as-operator";
import { endSessions } from "../end-sessions";
import { removePasskeys } from "../passkeys/remove-passkey";
import { removeSecondFactor } from "./remove-second-factor";

interface Login {
  readonly id: RecordId;
  readonly isShared: boolean;
  readonly isOperator: boolean;
}

/**
 * Takes the second factor from the login of someone who has lost it and the recovery codes, and its passkeys: every device
 * is signed out, and the person hears of it. Not from an operator's login, unless the server itself does it: one operator must not open
 * another's, nor weaken their own. Throws `not_found`, `not_permitted`.
 */
export async function resetSecondFactor(
  caller: OperatorCaller | NetworkCaller,
  input: { readonly email: string },
): Promise<void> {
  const { now } = caller;
  const email = input.email.toLowerCase();
  if (caller.kind === "operator" && caller.isShared) throw sharedOperator();
  await runInTransaction(async (db) => {
    const [login] = await query<Login>(
      db,
      sql`SELECT u.id, u.is_shared,
          EXISTS (SELECT 1 FROM roles r WHERE r.user_id = u.id AND r.kind = 'network_operator') AS is_operator
        FROM users u WHERE u.email = ${email} FOR NO KEY UPDATE OF u`,
    );
    if (!login) throw new DomainError("not_found", "There is no login with this email.");
    if (login.isOperator && caller.kind === "operator") {
      throw new DomainError(
        "not_permitted",
        "An operator’s second factor is reset on the server, with npm run operator:reset.",
      );
    }
    if (login.isShared || !(await removeSecondFactor(db, login.id))) {
      throw new DomainError("not_permitted", "This login has no second factor.");
    }
    // They were on the phone that was lost, as likely as not.
    await removePasskeys(db, login.id);
    await endSessions({ userId: login.id, sessionId: login.id, now }, "all", db);
    await query(db, sql`UPDATE password_resets SET used_at = ${now} WHERE user_id = ${login.id} AND used_at IS NULL`);
    await recordAudit(db, caller, {
      action: "second_factor.reset",
      subject: { kind: "user", id: login.id },
      environment: null,
    });
    const message = newEmail(now, {
      recipient: email,
      subject: words`Your Closed Loop second factor was reset`,
      paragraphs: [
        words`Someone who runs Closed Loop removed the second factor and all passkeys from your login and signed out all devices. Sign in with your password, then set up a new one.`,
        words`Didn’t ask for this? Set a new password now, and tell us:`,
        linkTo("/forgot"),
      ],
    });
    await query(db, insertEmail(message));
  });
  wake("emails");
}
