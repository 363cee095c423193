import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import { nextPeriodOn } from "../recurring-periods";
import { type AgreementRow, intervalOf } from "./agreement";

/** The last one written of concurrent charges need not be the latest. */
export function charged(agreement: AgreementRow, now: Date): AgreementRow {
  const { lastChargedAt, timeZone, nextChargeOn } = agreement;
  const firstChargedAt =
    agreement.firstChargedAt === null || now < agreement.firstChargedAt ? now : agreement.firstChargedAt;
  const recurring = { interval: intervalOf(agreement), timeZone, nextOn: nextChargeOn };
  return {
    ...agreement,
    charges: agreement.charges + 1,
    version: agreement.version + 1,
    firstChargedAt,
    lastChargedAt: lastChargedAt === null || now > lastChargedAt ? now : lastChargedAt,
    nextChargeOn: nextPeriodOn(recurring, firstChargedAt, now),
  };
}

interface AgreementChange {
  readonly before: AgreementRow;
  readonly after: AgreementRow;
}

const COLUMNS = `id text, read_version int, version int, charges int, first_charged_at timestamptz,
  last_charged_at timestamptz, next_charge_on date`;

/** UPDATE guarded by the version that was read: if a charge and a revocation race, the second matches nothing. */
export function writeCharges(changes: readonly AgreementChange[], guard: string): Sql {
  const rows = changes.map(({ before, after }) => ({
    id: after.id,
    readVersion: before.version,
    version: after.version,
    charges: after.charges,
    firstChargedAt: after.firstChargedAt,
    lastChargedAt: after.lastChargedAt,
    nextChargeOn: after.nextChargeOn,
  }));
  return sql`UPDATE recurring_agreements SET charges = c.charges, version = c.version,
      first_charged_at = c.first_charged_at, last_charged_at = c.last_charged_at, next_charge_on = c.next_charge_on
    FROM ${raw(guard)}, ${namingRows("c", COLUMNS, rows)}
    WHERE recurring_agreements.id = c.id AND recurring_agreements.version = c.read_version
      AND recurring_agreements.status = 'active'
    RETURNING recurring_agreements.id`;
}
