import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { type Batch, defineLongJob } from "../../long-jobs";
import { endJump, findAheadMs, inOwnTime, JUMP_COLUMNS, type JumpRow, setClockTo } from "../../sandbox-clock";
import { wake } from "../../wake";
import { awaitDueDeliveries } from "../../webhooks";
import { doDueWork, findNextMoment } from "./due-work";

interface Jump extends JumpRow {
  /** Where the clock stands. Missing at the start of a step: first comes what has come due meanwhile. */
  readonly at?: Date;
}

/** Moves a clock from one due moment to the next and does each moment's work, until it arrives. The size of a batch is its ms. */
export const sandboxJumps = defineLongJob<Jump>({
  kind: "sandbox-jump",
  table: sql`sandbox_jumps`,
  finishedAt: sql`arrived_at`,
  columns: JUMP_COLUMNS,
  size: 5_000,
  advance: (jump, ms) => doMoment(jump, performance.now() + ms),
});

async function doMoment(jump: Jump, until: number): Promise<Batch<Jump>> {
  const { tenantId, toAt } = jump;
  const at = jump.at ?? inOwnTime(now(), await findAheadMs(tenantId)).now;
  const moved = { ...jump, at };
  await doDueWork(tenantId, at, until);
  if (performance.now() >= until) return { row: moved, isWork: true };
  await awaitDueDeliveries({ sandboxOf: tenantId, until });
  if (performance.now() >= until) return { row: moved, isWork: false };
  const next = at >= toAt ? null : ((await findNextMoment({ sandboxOf: tenantId, after: at, until: toAt })) ?? toAt);
  const row = next ? (await setClockTo(jump, next)) && { ...jump, at: next } : await endJump(jump);
  // Deliveries that are due later wait by the new time.
  if (!next) wake("deliveries");
  announce(getPool(), `tenant:${tenantId}:test`);
  return { row: row || undefined, isWork: true };
}
