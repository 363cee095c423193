import { readFileSync } from "node:fs";
import { z } from "zod";

const Tenant = z.object({
  id: z.string(),
  slug: z.string(),
  apiKeyId: z.string(),
  publicKey: z.string(),
  secret: z.string(),
  merchantId: z.string(),
});

const Card = z.object({ id: z.string(), panToken: z.string(), memberId: z.string(), accountId: z.string() });

export const World = z.object({
  tenant: Tenant,
  cards: z.array(Card).min(1),
  merchants: z.array(z.object({ id: z.string(), key: z.string() })).min(1),
  agreements: z.array(z.object({ id: z.string(), key: z.string() })).min(1),
  /** Sessions of one tenant user. Each has its own rate limit. */
  cookies: z.array(z.string()).min(1),
  /** The only tenant with subscriptions, so that no other scenario writes deliveries. */
  subscribed: z.object({ tenant: Tenant, cards: z.array(Card).min(1) }),
  /** Pays at a steady rate beside competing load. */
  calm: z.object({ tenant: Tenant, cards: z.array(Card).min(1) }),
  /** Has a sandbox's rate limit, and exceeds it. */
  limited: z.object({ tenant: Tenant, cards: z.array(Card).min(1) }),
  /** Settles a long day of its one merchant. */
  settling: z.object({ tenant: Tenant, cards: z.array(Card).min(1), merchantKey: z.string() }),
});
export type World = z.infer<typeof World>;
export type WorldTenant = z.infer<typeof Tenant>;

export function readWorld(): World {
  return World.parse(JSON.parse(readFileSync(process.env.BENCH_WORLD ?? "", "utf8")));
}
