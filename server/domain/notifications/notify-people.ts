import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import { findAgreementRequests, findFailingWebhooks, findLockedCodes, findReports } from "./find-news";
import { type News, notify } from "./notify";

/**
 * Tells people what has happened since, from what the books and tables already say: the money path writes nothing for
 * it. Bounded; safe to run at any time and by several at once, since nobody is told of one cause twice.
 */
export async function notifyPeople(input: { readonly now: Date }): Promise<{ readonly told: number }> {
  const { now } = input;
  const found = [
    ...(await findAgreementRequests(now)),
    ...(await findLockedCodes(now)),
    ...(await findReports(now)),
    ...(await findFailingWebhooks()),
  ];
  const told: News[] = [];
  for (const news of found) if (await notify(news, now)) told.push(news);
  if (told.length > 0) {
    wake("emails");
    await ringPages(told, now);
  }
  return { told: told.length };
}

/** Open pages of who was told show it at once. */
async function ringPages(told: readonly News[], now: Date): Promise<void> {
  const users = [...new Set(told.map(({ userId }) => userId))];
  const sessions = await query<{ id: string }>(
    getPool(),
    sql`SELECT id FROM portal_sessions
      WHERE user_id = ANY(${users}::text[]) AND revoked_at IS NULL AND expires_at > ${now}`,
  );
  announce(getPool(), ...sessions.map(({ id }) => `session:${id}` as const));
}
