/** The fields of a form that differ from what it began with, so that a change of others made meanwhile stays. */
export function changedFields<Fields extends object>(seen: Fields, values: Fields): Partial<Fields> {
  const names = Object.keys(values) as (keyof Fields)[];
  const changed = names.filter((name) => !isSame(seen[name], values[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Fields>;
}

/** Lists by their items. NaN, for text that is no number, differs from everything, so that it is sent and refused. */
function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) ? JSON.stringify(one) === JSON.stringify(other) : one === other;
}
