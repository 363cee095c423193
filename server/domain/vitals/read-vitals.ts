import { databaseBytes } from "@/server/db/database-size";
import { measureExpiryLag } from "../authorizations";
import { findLastProof, measureUnsealed } from "../books";
import { type EmailQueue, measureEmails } from "../emails";
import { type EngineQueue, findEngineAdmin } from "../engine";
import { readForPage } from "../read-for-page";
import { type DeliveryLoad, measureDeliveries } from "../webhooks";

/** Figures from the database, over all processes and both environments. */
export interface Vitals {
  readonly deliveries: DeliveryLoad;
  readonly emails: EmailQueue;
  readonly expiryLagSeconds: number;
  readonly lastProof: Awaited<ReturnType<typeof findLastProof>>;
  /** Null if the chain of blocks has lost its beginning. */
  readonly unsealedSeconds: number | null;
  readonly engine: (EngineQueue & { readonly lagSeconds: number }) | null;
  readonly databaseBytes: number;
}

/** Sequentially, on the connections for pages, so that monitoring takes nothing from payments. */
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
