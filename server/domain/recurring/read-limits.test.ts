import assert from "node:assert/strict";
import { test } from "node:test";
import { readAmount } from "@/server/platform/money";
import { agreementRow } from "@/server/testing/factories/agreement-rows";
import { readLimits } from "./read-limits";

type Asked = Parameters<typeof agreementRow>[0];
type Given = { readonly max?: number; readonly interval?: "daily" | "weekly" | "monthly"; readonly noLimit?: true };

const BOTH = { amountMinor: 10_00n, maxAmountMinor: 500_00n, interval: "weekly" } as const;
const YEN = { ...BOTH, currency: "JPY", amountMinor: 1_000n, maxAmountMinor: 5_000n } as const;

/** Cap, interval, and whether something stays unbounded on purpose; or the field that is refused. */
const CASES: readonly (readonly [
  asked: Asked,
  given: Given,
  outcome: readonly [bigint | null, string | null, boolean] | "maxAmount" | "interval",
])[] = [
  [BOTH, {}, [null, null, false]],
  [BOTH, { max: 500 }, [500_00n, null, false]],
  [BOTH, { max: 500.01 }, "maxAmount"],
  [BOTH, { max: 10 }, [10_00n, null, false]],
  [BOTH, { max: 0.01 }, [1n, null, false]],
  [BOTH, { max: 9.999 }, "maxAmount"],
  [BOTH, { interval: "weekly" }, [null, "weekly", false]],
  [BOTH, { interval: "monthly" }, [null, "monthly", false]],
  [BOTH, { interval: "daily" }, "interval"],
  [BOTH, { max: 20, interval: "monthly", noLimit: true }, [20_00n, "monthly", false]],
  [YEN, { max: 5_000 }, [5_000n, null, false]],
  [YEN, { max: 5_001 }, "maxAmount"],
  [YEN, { max: 10.5 }, "maxAmount"],
  [{ amountMinor: 10_00n, interval: "monthly" }, { max: 10 }, [10_00n, null, false]],
  [{ amountMinor: 10_00n, interval: "monthly" }, { max: 9.99 }, [9_99n, null, false]],
  [{ amountMinor: 10_00n, interval: "monthly" }, { max: 10.01 }, "maxAmount"],
  [{}, {}, "maxAmount"],
  [{}, { interval: "monthly" }, "maxAmount"],
  [{}, { max: 20 }, "interval"],
  [{}, { max: 20, interval: "daily" }, [20_00n, "daily", false]],
  [{}, { noLimit: true }, [null, null, true]],
  [{}, { max: 20, noLimit: true }, [20_00n, null, true]],
  [{}, { interval: "daily", noLimit: true }, [null, "daily", true]],
  [{ interval: "daily" }, {}, "maxAmount"],
  [{ interval: "daily" }, { max: 20 }, [20_00n, null, false]],
  [{ interval: "daily" }, { noLimit: true }, [null, null, true]],
  [{ maxAmountMinor: 20_00n }, {}, "interval"],
  [{ maxAmountMinor: 20_00n }, { interval: "monthly" }, [null, "monthly", false]],
  [{ maxAmountMinor: 20_00n }, { noLimit: true }, [null, null, true]],
];

const inWords = (value: object) => JSON.stringify(value, (_, item) => (typeof item === "bigint" ? Number(item) : item));

for (const [asked = {}, { max, interval = null, noLimit = false }, outcome] of CASES) {
  const given = inWords({ max, interval, noLimit });
  test(`asked ${inWords(asked)}, given ${given}: ${typeof outcome === "string" ? `${outcome} refused` : "taken"}`, () => {
    const limits = { maxAmount: max === undefined ? null : readAmount(max), interval, noLimit };
    const read = () => readLimits(agreementRow(asked), limits);
    if (typeof outcome === "string") return assert.throws(read, { code: "validation_error", field: outcome });
    const { memberMaxMinor, memberInterval, isWithoutLimit } = read();
    return assert.deepEqual([memberMaxMinor, memberInterval, isWithoutLimit], outcome);
  });
}
