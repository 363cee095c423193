import { setTimeout as sleep } from "node:timers/promises";
import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { now } from "@/server/platform/clock";
import type { TenantId } from "@/server/platform/noun-ids";
import {
  endJump,
  findAheadMs,
  findOpenJump,
  holdJump,
  inOwnTime,
  type JumpHold,
  leaveJump,
  setClockTo,
} from "../../sandbox-clock";
import { wake } from "../../wake";
import { awaitDueDeliveries } from "../../webhooks";
import { doDueWork, findNextMoment } from "./due-work";

const POLL_MS = 500;

/** Like `goOnWithJump`, but waits if another process moves the clock. */
export async function runJump(tenantId: TenantId, until: number): Promise<void> {
  while (!(await goOnWithJump(tenantId, until))) {
    if (performance.now() >= until || !(await findOpenJump(tenantId))) return;
    await sleep(POLL_MS);
  }
}

/**
 * Moves a clock from one due moment to the next and does each moment's work, until it arrives or until `until`, by
 * `performance.now()`. It then stands at the last of these moments, and the next call continues from there. False if no jump is
 * under way, or another process moves it, which may have taken it over.
 */
export async function goOnWithJump(tenantId: TenantId, until: number): Promise<boolean> {
  const hold = await holdJump(tenantId);
  if (!hold) return false;
  let isKept = false;
  try {
    await walk(hold, until);
  } finally {
    isKept = await leaveJump(hold);
    announce(getPool(), `tenant:${tenantId}:test`);
  }
  return isKept;
}

async function walk(hold: JumpHold, until: number): Promise<void> {
  const { tenantId } = hold;
  const jump = await findOpenJump(tenantId);
  if (!jump) return;
  const { id, toAt } = jump;
  let aheadMs = await findAheadMs(tenantId);
  // First what has come due since the last step.
  let { now: at } = inOwnTime(now(), aheadMs);
  while (performance.now() < until) {
    await doDueWork(tenantId, at, until);
    await awaitDueDeliveries({ sandboxOf: tenantId, until });
    if (performance.now() >= until) return;
    if (at >= toAt) {
      await endJump(hold, id);
      // Deliveries that are due later wait by the new time.
      wake("deliveries");
      return;
    }
    const next = await findNextMoment({ sandboxOf: tenantId, after: at, until: toAt });
    at = next ?? toAt;
    const movedTo = await setClockTo(hold, at);
    if (movedTo === null) return;
    aheadMs = movedTo;
    announce(getPool(), `tenant:${tenantId}:test`);
  }
}
