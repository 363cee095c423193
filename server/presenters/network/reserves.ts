import { DIFFERENCES } from "@/server/contracts/rest/reading-back/network";
import type { Reserves } from "@/server/domain/queries";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import { presentAmount, presentDay } from "../shared/values";

export function presentReserves(reserves: readonly Reserves[]) {
  const currencies = reserves.map(({ currency, statedUntil, ...minor }) => {
    const amount = (name: keyof typeof minor) => presentAmount(minor[name], currency);
    return {
      currency,
      statedUntil: presentDay(statedUntil),
      members: amount("members"),
      merchants: amount("merchants"),
      floats: amount("floats"),
      fees: amount("fees"),
      owed: amount("owed"),
      bank: amount("bank"),
      differences: DIFFERENCES.map((name) => ({ name, amount: amount(name) })),
    };
  });
  const lines = currencies.flatMap(({ currency, differences, statedUntil: _, ...amounts }) => {
    const all = [...Object.entries(amounts), ...differences.map(({ name, amount }) => [name, amount] as const)];
    return all.map(([name, amount]) => [presentCsvCell(currency), name, presentCsvAmount(amount, currency)].join(","));
  });
  return { currencies, csv: `${["currency,name,amount", ...lines].join("\r\n")}\r\n` };
}
