import { databaseBytes } from "@/server/db/database-size";
import { measureExpiryLag } from "../authorizations";
import { findLastProof, measureUnsealed } from "../books";
import { type EmailQueue, measureEmails } from "../emails";
import { type EngineQueue, findEngineAdmin } from "../engine";
import { readForPage } from "../read-for-page";
import { type DeliveryLoad, measureDeliveries } from "../webhooks";

/** What only the database knows of how the service is doing: all processes together, both environments. */
export interface Vitals {
  readonly deliveries: DeliveryLoad;
  readonly emails: EmailQueue;
  readonly expiryLagSeconds: number;
  readonly lastProof: Awaited<ReturnType<typeof findLastProof>>;
  /** Null: the chain of blocks has lost its beginning. */
  readonly unsealedSeconds: number | null;
  /** Null: an Inngest elsewhere runs the functions. */
  readonly engine: (EngineQueue & { readonly lagSeconds: number }) | null;
  readonly databaseBytes: number;
}

/** On the connections that pages have, one after the other: who watches takes nothing from who pays. */
export function readVitals({ now }: { readonly now: Date }): Promise<Vitals> {
  return readForPage(async () => ({
    deliveries: await measureDeliveries({ now }),
    emails: await measureEmails({ now }),
    expiryLagSeconds: await measureExpiryLag({ now }),
    lastProof: await findLastProof({ now }),
    unsealedSeconds: await measureUnsealed({ now }),
    engine: await measureEngine(),
    databaseBytes: await databaseBytes(),
  }));
}

async function measureEngine(): Promise<Vitals["engine"]> {
  const admin = findEngineAdmin();
  return admin && { ...(await admin.countQueue()), lagSeconds: await admin.measureLag() };
}
