"use client";

import { ROLES, type Role } from "@/components/shared/team/roles";
import { Choice } from "@/components/ui/forms/choice";
import { useTenant } from "../shell/use-tenant";

/** Only owners can make someone an owner. */
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
