/**
 * The URL of a background export with a list's filters, at the path of the exports page. Undefined if exports lack one of the
 * filters, since the file would hold more than the list.
 */
export function exportOf(path: string, filters: Readonly<Record<string, string | undefined>>): string | undefined {
  const { merchant, from, to, ...others } = filters;
  if (Object.values(others).some(Boolean)) return undefined;
  const given = Object.entries({ merchant, from, to }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `${path}?${new URLSearchParams({ new: "1", kind: "payments", ...Object.fromEntries(given) })}`;
}
