import type { Team } from "@/server/trpc/types";

export type Role = Team["people"][number]["role"];

export const ROLES: readonly { readonly value: Role; readonly label: string; readonly note: string }[] = [
  { value: "owner", label: "Owner", note: "Everything, including who else is an owner" },
  { value: "admin", label: "Admin", note: "Everything except managing owners" },
  { value: "developer", label: "Developer", note: "The sandbox and webhooks" },
  { value: "viewer", label: "Viewer", note: "View only" },
];

export function nameOfRole(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role;
}
