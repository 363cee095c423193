import type { OpenInvitation, Person } from "@/server/domain/queries";
import { presentDate } from "../shared/values";

export function presentTeam(team: {
  readonly people: readonly Person[];
  readonly invitations: readonly OpenInvitation[];
}) {
  return {
    people: team.people.map(({ userId, email, name, role, isYou, hasSecondFactor, lastSeenAt }) => ({
      userId,
      email,
      name,
      role,
      isYou,
      hasSecondFactor,
      lastSeenAt: lastSeenAt && presentDate(lastSeenAt),
    })),
    invitations: team.invitations.map(({ id, email, role, invitedBy, createdAt, expiresAt }) => ({
      id,
      email,
      role,
      invitedBy,
      createdAt: presentDate(createdAt),
      expiresAt: presentDate(expiresAt),
    })),
  };
}
