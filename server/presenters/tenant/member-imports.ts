import type { ImportPreview } from "@/server/domain/member-imports";

/** The preview of a file of members: its columns, its rows, and how many can be invited today. */
export function presentImportPreview({ columns, rows, invitations }: ImportPreview) {
  const count = (state: (typeof rows)[number]["state"]) => rows.filter((row) => row.state === state).length;
  return {
    columns: columns.map(({ title, field }) => ({ title, field })),
    rows: rows.map(({ line, typed, state, issues }) => ({ line, ...typed, state, issues })),
    counts: { new: count("new"), there: count("there"), wrong: count("wrong") },
    invitations: {
      /** New members with an email. */
      wanted: rows.filter(({ state, member }) => state === "new" && member?.email != null).length,
      /** The part of them that can be invited today. */
      possible: rows.filter(({ isInvitable }) => isInvitable).length,
      because: invitations.because,
    },
  };
}
