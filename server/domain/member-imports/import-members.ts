import { isAllowed, requirePermission } from "@/server/domain/authority";
import { type BulkJobRow, startBulkJob } from "@/server/domain/bulk-jobs";
import type { StaffCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { findThere, type InvitationRoom, type Names, type NewMember, readInvitationRoom } from "@/server/domain/team";
import { type ImportColumn, type ReadMember, type ReadRow, readMembers } from "./read-members";

/** `there`: a member has the row's external id, or without one its email. */
type ImportState = "new" | "there" | "wrong";

interface JudgedRow extends ReadRow {
  readonly state: ImportState;
  readonly isInvitable: boolean;
}

export interface ImportPreview {
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly JudgedRow[];
  readonly invitations: InvitationRoom;
}

/** Writes nothing. Throws `not_permitted`, `validation_error` for a file that can't be read as a whole. */
export async function previewImport(caller: StaffCaller, { text }: { readonly text: string }): Promise<ImportPreview> {
  requirePermission(caller, "manage_members");
  const mayFund = isAllowed(caller.role, caller.environment, "play_sandbox");
  const { columns, rows } = readMembers(text, { mayFund });
  const members = rows.flatMap(({ member }) => member ?? []);
  const [there, invitations] = await Promise.all([
    findThere(caller, {
      externalIds: members.flatMap(({ externalId }) => externalId ?? []),
      emails: members.flatMap(({ externalId, email }) => (externalId === null && email !== null ? [email] : [])),
    }),
    readInvitationRoom(caller),
  ]);
  let { left } = invitations;
  const judged = rows.map((row) => {
    const state = stateOf(row, there);
    const isInvitable = state === "new" && row.member?.email != null && left > 0;
    if (isInvitable) left -= 1;
    return { ...row, state, isInvitable };
  });
  return { columns, rows: judged, invitations };
}

function stateOf({ member }: ReadRow, there: Names): ImportState {
  if (!member) return "wrong";
  const { externalId, email } = member;
  if (externalId !== null) return there.externalIds.has(externalId) ? "there" : "new";
  return email !== null && there.emails.has(email.toLowerCase()) ? "there" : "new";
}

/**
 * Creates the new members of a file in the background, each as the form for one member would. Invitations go to the first rows
 * with an email, as many as there is room for today. Throws what `previewImport` throws, `validation_error` if no row is new,
 * `not_enabled`, `limit_reached`.
 */
export async function importMembers(
  caller: StaffCaller,
  { text, isInviting }: { readonly text: string; readonly isInviting: boolean },
  claim: IdempotencyClaim<BulkJobRow> | null,
): Promise<BulkJobRow> {
  const { rows } = await previewImport(caller, { text });
  const created = rows.filter(({ state }) => state === "new");
  if (created.length === 0) throw new DomainError("validation_error", "No row of the file is a new member.");
  return startBulkJob(
    caller,
    {
      act: "create_members",
      subjectId: null,
      ids: created.map(({ line }) => String(line)),
      contents: created.flatMap(({ member, isInvitable }) =>
        member ? [JSON.stringify(newMemberOf(member, isInviting && isInvitable))] : [],
      ),
    },
    claim,
  );
}

function newMemberOf(member: ReadMember, isInvited: boolean): NewMember {
  return { ...member, invited: isInvited ? member.email : null, isOnePerEmail: true };
}
