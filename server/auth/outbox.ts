import { listOutbox, type StoredEmail } from "@/server/domain/emails";
import { isFromThisMachine, isLocalHostHeader } from "@/server/platform/connection";
import { getEnv, isPublicUrlLocal } from "@/server/platform/env";

/**
 * The outbox of unsent emails, whose links open logins: only for developers on the machine of a development instance (decision
 * 028). Null if there is no such page.
 */
export async function readOutbox(headers: Headers): Promise<readonly StoredEmail[] | null> {
  const isHere =
    getEnv().SMTP_URL === undefined &&
    isPublicUrlLocal() &&
    isLocalHostHeader(headers.get("host")) &&
    isFromThisMachine();
  return isHere ? listOutbox() : null;
}

export function hasOutbox(headers: Headers): Promise<boolean> {
  return readOutbox(headers).then((emails) => emails !== null);
}
