import assert from "node:assert/strict";
import { test } from "node:test";
import { agreementRow } from "@/server/testing/factories/agreement-rows";
import { presentMemberAgreement } from "./agreements";

const NOW = new Date("2026-03-02T10:05:00.000Z");

for (const [interval, timeZone, on, from] of [
  ["monthly", "UTC", "2026-04-15", "2026-04-14T00:00:00.000Z"],
  ["monthly", "Asia/Tokyo", "2026-04-15", "2026-04-13T15:00:00.000Z"],
  ["daily", "America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z"],
  ["weekly", "Europe/Berlin", null, null],
] as const) {
  test(`a ${interval} charge on ${on} in ${timeZone} can come from ${from}`, () => {
    const nextChargeOn = on === null ? null : new Date(on);
    const row = { status: "active", approvedAt: NOW, interval, timeZone, nextChargeOn } as const;
    const shown = { ...agreementRow(row), merchantName: "Beans", takenMinor: 0n };
    const { nextChargeFrom, timeZone: shownZone } = presentMemberAgreement(shown, NOW);
    assert.deepEqual([nextChargeFrom, shownZone], [from, timeZone]);
  });
}
