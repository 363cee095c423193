"use client";

import { AddressesField } from "@/components/shared/forms/addresses-field";
import { WrongNote } from "@/components/ui/forms/labelled";
import { SelectField } from "@/components/ui/forms/select-field";
import { TENANT_SCOPES, type TenantResource, type TenantScope } from "@/server/contracts/keys/tenant-scopes";

const RESOURCES: Readonly<Record<TenantResource, string>> = {
  payments: "Payments and codes",
  money: "Balances, payouts, and reports of all payments",
  merchants: "Merchants",
  members: "Members and cards",
  webhooks: "Webhooks and events, with the payments in them",
  sandbox: "Sandbox",
};

const ACCESS = [
  { value: "write", label: "Read and write" },
  { value: "read", label: "Read" },
  { value: "none", label: "No access" },
];

interface KeyRestrictionsProps {
  readonly scopes: readonly TenantScope[];
  readonly allowedAddresses: readonly string[];
  readonly onChange: (part: {
    readonly scopes?: readonly TenantScope[];
    readonly allowedAddresses?: readonly string[];
  }) => void;
  readonly issues: Readonly<Record<string, string>>;
}

/** Limits a key by resource and IP address. Collapsed, because most keys have full access. */
export function KeyRestrictions({ scopes, allowedAddresses, onChange, issues }: KeyRestrictionsProps) {
  const isWrong = Boolean(issues.scopes ?? issues.allowedAddresses);
  const isRestricted = scopes.length < TENANT_SCOPES.length || allowedAddresses.length > 0;
  const setAccess = (resource: TenantResource, access: string) =>
    onChange({
      scopes: TENANT_SCOPES.filter((scope) => {
        if (!scope.startsWith(`${resource}:`)) return scopes.includes(scope);
        return access === "write" || (access === "read" && scope === `${resource}:read`);
      }),
    });
  return (
    <details open={isWrong || undefined}>
      <summary className="min-h-9 cursor-pointer content-center text-14 font-medium">
        Restrictions <span className="font-normal text-muted">{isRestricted ? "Limited access" : "Full access"}</span>
      </summary>
      <fieldset
        aria-invalid={issues.scopes ? true : undefined}
        tabIndex={-1}
        className="mt-2 grid gap-3 outline-none sm:grid-cols-2"
      >
        <legend className="sr-only">Access</legend>
        {(Object.keys(RESOURCES) as TenantResource[]).map((resource) => (
          <SelectField
            key={resource}
            label={RESOURCES[resource]}
            placeholder="Choose"
            options={ACCESS}
            value={accessTo(resource, scopes)}
            onChange={({ target }) => setAccess(resource, target.value)}
          />
        ))}
        {issues.scopes ? <WrongNote>Give the key access to at least one of these.</WrongNote> : null}
      </fieldset>
      <div className="mt-3">
        <AddressesField
          addresses={allowedAddresses}
          onChange={(addresses) => onChange({ allowedAddresses: addresses })}
          error={issues.allowedAddresses}
        />
      </div>
    </details>
  );
}

function accessTo(resource: TenantResource, scopes: readonly TenantScope[]): string {
  if (scopes.includes(`${resource}:write`)) return "write";
  return scopes.includes(`${resource}:read`) ? "read" : "none";
}
