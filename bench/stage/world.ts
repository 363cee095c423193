import { readFileSync } from "node:fs";
import { z } from "zod";

const Tenant = z.object({
  id: z.string(),
  slug: z.string(),
  apiKeyId: z.string(),
  publicKey: z.string(),
  secret: z.string(),
  /** Its default merchant. */
  merchantId: z.string(),
});

const Card = z.object({ id: z.string(), panToken: z.string(), memberId: z.string(), accountId: z.string() });

/** What was seeded, as every process of the bench reads it. */
export const World = z.object({
  tenant: Tenant,
  cards: z.array(Card).min(1),
  merchants: z.array(z.object({ id: z.string(), key: z.string() })).min(1),
  agreements: z.array(z.object({ id: z.string(), key: z.string() })).min(1),
  /** Signed-in sessions of someone at the tenant, since each has a budget of its own. */
  cookies: z.array(z.string()).min(1),
  /** Has the subscriptions, so that no other scenario writes deliveries. */
  subscribed: z.object({ tenant: Tenant, cards: z.array(Card).min(1) }),
  /** A tenant that pays evenly while crowds come. */
  calm: z.object({ tenant: Tenant, cards: z.array(Card).min(1) }),
  /** A tenant with a sandbox's rate limit, which asks for far more. */
  limited: z.object({ tenant: Tenant, cards: z.array(Card).min(1) }),
  /** A tenant that settles a long day of its one merchant. */
  settling: z.object({ tenant: Tenant, cards: z.array(Card).min(1), merchantKey: z.string() }),
});
export type World = z.infer<typeof World>;
export type WorldTenant = z.infer<typeof Tenant>;

export function readWorld(): World {
  return World.parse(JSON.parse(readFileSync(process.env.BENCH_WORLD ?? "", "utf8")));
}
