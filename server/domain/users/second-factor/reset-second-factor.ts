import { getPrisma } from "@/server/db/prisma";
import { inPrismaTransaction, lockRow } from "@/server/db/prisma-transaction";
import { query } from "@/server/db/query";
import { wake } from "@/server/domain/wake";
import { parseRecordId } from "@/server/platform/ids";
import { recordAudit } from "../../audit";
import type { NetworkCaller, OperatorCaller } from "../../caller";
import { insertEmail, linkTo, newEmail, words } from "../../emails";
import { DomainError } from "../../errors";
import { sharedOperator } from "../act-as";
import { removePasskeys } from "../passkeys/passkeys";
import { endSessions } from "../sessions";
import { removeSecondFactor } from "./second-factor";

/**
 * For someone who has lost the second factor and the recovery codes. Also removes passkeys, signs out every device, and
 * notifies the owner. Only the server itself may do it for an operator's login: operators must not open each other's, nor
 * weaken their own. Throws `not_found`, `not_permitted`.
 */
export async function resetSecondFactor(
  caller: OperatorCaller | NetworkCaller,
  input: { readonly email: string },
): Promise<void> {
  const { now } = caller;
  const email = input.email.toLowerCase();
  if (caller.kind === "operator" && caller.isShared) throw sharedOperator();
  const found = await getPrisma().user.findUnique({ where: { email }, select: { id: true } });
  if (!found) throw new DomainError("not_found", "There is no login with this email.");
  const userId = parseRecordId(found.id);
  await inPrismaTransaction(async (db) => {
    await lockRow(db, { table: "users", id: userId });
    const { isShared } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { isShared: true } });
    const isOperator = (await db.role.count({ where: { userId, kind: "network_operator" } })) > 0;
    if (isOperator && caller.kind === "operator") {
      throw new DomainError(
        "not_permitted",
        "An operator’s second factor is reset on the server, with npm run operator:reset.",
      );
    }
    if (isShared || !(await removeSecondFactor(db, userId))) {
      throw new DomainError("not_permitted", "This login has no second factor.");
    }
    // They were probably on the lost phone.
    await removePasskeys(db, userId);
    await endSessions({ userId, sessionId: userId, now }, "all", db);
    await db.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
    await recordAudit(db, caller, {
      action: "second_factor.reset",
      subject: { kind: "user", id: userId },
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
