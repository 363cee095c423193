import { nameCard } from "@/components/shared/cards/name-card";
import type { AuditEntry } from "@/server/trpc/types";
import { spell } from "./words";

type Subject = Pick<AuditEntry, "subjectKind" | "subjectId" | "details" | "memberName">;

const NAMES = ["label", "name", "email", "title", "slug", "url"];

/** The subject's name from its audit record. Null if the record has none. */
export function nameOfSubject({ subjectKind, subjectId, details, memberName }: Subject): string | null {
  if (subjectKind === "card") return [nameCard(subjectId), ...(memberName ? [memberName] : [])].join(" · ");
  return details.find(({ name, value }) => NAMES.includes(name) && value !== "none")?.value ?? null;
}

/** The subject's name, or else its kind and the member it belongs to. */
export function formatSubject(subject: Subject): string {
  const { subjectKind, memberName } = subject;
  return nameOfSubject(subject) ?? [spell(subjectKind), ...(memberName ? [memberName] : [])].join(" · ");
}
