import { type KeptEmail, listOutbox } from "@/server/domain/emails";
import { isFromThisMachine, isLocalHostHeader } from "@/server/platform/connection";
import { getEnv, isPublicUrlLocal } from "@/server/platform/env";

/**
 * The outbox, where emails are kept whose links open logins: for developers on the machine of a development
 * instance, and no one else (028). Null: there is no such page.
 */
export async function readOutbox(headers: Headers): Promise<readonly KeptEmail[] | null> {
  const isHere =
    getEnv().SMTP_URL === undefined &&
    isPublicUrlLocal() &&
    isLocalHostHeader(headers.get("host")) &&
    isFromThisMachine();
  return isHere ? listOutbox() : null;
}

/** Whether emails are to be looked for there, for pages that say where they went. */
export function hasOutbox(headers: Headers): Promise<boolean> {
  return readOutbox(headers).then((emails) => emails !== null);
}
