import type { ImportPreview } from "@/server/domain/member-imports";

export function presentImportPreview({ columns, rows, invitations }: ImportPreview) {
  const count = (state: (typeof rows)[number]["state"]) => rows.filter((row) => row.state === state).length;
  return {
    columns: columns.map(({ title, field }) => ({ title, field })),
    rows: rows.map(({ line, typed, state, issues }) => ({ line, ...typed, state, issues })),
    counts: { new: count("new"), there: count("there"), wrong: count("wrong") },
    invitations: {
      wanted: rows.filter(({ state, member }) => state === "new" && member?.email != null).length,
      possible: rows.filter(({ isInvitable }) => isInvitable).length,
      because: invitations.because,
    },
  };
}
