/** Takes an amount from items in order, never more than one has. Omits items that give nothing. */
export function drawFrom<Item>(
  items: readonly Item[],
  amountMinor: bigint,
  availableMinor: (item: Item) => bigint,
): { readonly item: Item; readonly takenMinor: bigint }[] {
  let left = amountMinor;
  const draws: { item: Item; takenMinor: bigint }[] = [];
  for (const item of items) {
    const available = availableMinor(item);
    const takenMinor = available < left ? available : left;
    if (takenMinor > 0n) draws.push({ item, takenMinor });
    left -= takenMinor;
  }
  return draws;
}
