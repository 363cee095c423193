/** Takes an amount from several in their order, from each no more than it has. Leaves out those that give nothing. */
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
