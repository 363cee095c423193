"use client";

import { useTenant } from "../console/use-tenant";
import { Choice } from "../ui/choice";
import { ROLES, type Role } from "./roles";

/** The roles this person may give: owners alone make owners. */
export function RoleChoice({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) {
  const { may } = useTenant();
  const given = ROLES.filter((role) => role.value !== "owner" || may("manage_owners"));
  return (
    <Choice
      label="Role"
      layout="list"
      value={value}
      onChange={onChange}
      options={given.map(({ value: role, label, note }) => ({
        value: role,
        label: (
          <>
            <span className="block font-medium">{label}</span>
            <span className="block text-13 text-muted">{note}</span>
          </>
        ),
      }))}
    />
  );
}
