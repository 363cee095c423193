"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AuditTable } from "@/components/shared/audit/audit-table";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import { capitalized } from "@/server/contracts/text/capitalized";
import type { TenantPage } from "@/server/trpc/types";
import { hrefOfSubject } from "../audit/href-of-subject";
import { useNetwork } from "../shell/use-network";

const LINK = "text-13 font-medium text-accent hover:underline";
const ROW = "flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 text-14";

function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">{children}</ul>;
}

function Nothing({ children }: { readonly children: ReactNode }) {
  return <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">{children}</p>;
}

export function TenantMerchants({ tenantId }: { readonly tenantId: string }) {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const list = useQuery(trpc.network.merchants.list.queryOptions({ ...place, tenantId, limit: 20 }));
  return (
    <section>
      <SectionHead title={`Merchants in ${place.environment}`} />
      {list.isPending ? <SkeletonRows rows={1} /> : null}
      {list.error ? <Failure what="Merchants" error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.items.length === 0 ? <Nothing>None in this environment.</Nothing> : null}
      {list.data && list.data.items.length > 0 ? (
        <Rows>
          {list.data.items.map(({ id, name, status, isDefault }) => (
            <li key={id} className={ROW}>
              <Link href={at(`/network/merchants/${id}`)} className="min-w-0 font-medium wrap-anywhere hover:underline">
                {name}
                {isDefault ? <span className="ml-2 text-13 font-normal text-muted">default</span> : null}
              </Link>
              <StatusBadge status={status} />
            </li>
          ))}
        </Rows>
      ) : null}
    </section>
  );
}

export function TenantKeys({ keys }: { readonly keys: TenantPage["keys"] }) {
  return (
    <section>
      <SectionHead title="API keys" />
      {keys.length === 0 ? (
        <Nothing>None in this environment.</Nothing>
      ) : (
        <Rows>
          {keys.map(({ id, publicKey, label, lastUsedAt, revokedAt, requireSignature }) => (
            <li key={id} className={ROW}>
              <span className="flex min-w-0 items-center gap-3">
                <CopyId id={publicKey} />
                <span className="truncate text-muted">{label ?? (requireSignature ? "signs" : "")}</span>
              </span>
              <span className="text-13 text-muted">
                {revokedAt ? (
                  <>
                    Revoked <Time at={revokedAt} as="relative" />
                  </>
                ) : lastUsedAt ? (
                  <>
                    Used <Time at={lastUsedAt} as="relative" />
                  </>
                ) : (
                  "Never used"
                )}
              </span>
            </li>
          ))}
        </Rows>
      )}
    </section>
  );
}

export function TenantPeople({ people }: { readonly people: TenantPage["people"] }) {
  if (people.length === 0) return null;
  return (
    <section>
      <SectionHead title="People" />
      <Rows>
        {people.map(({ email, role, isShared }) => (
          <li key={email} className={ROW}>
            <span className="min-w-0 break-words">
              {email}
              {isShared ? <span className="ml-2 text-13 text-muted">demo login</span> : null}
            </span>
            <span className="text-muted">{capitalized(role)}</span>
          </li>
        ))}
      </Rows>
    </section>
  );
}

export function TenantRecords({ tenantId }: { readonly tenantId: string }) {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const list = useQuery(trpc.network.audit.list.queryOptions({ ...place, tenantId, limit: 10 }));
  return (
    <section>
      <SectionHead title="Recent activity">
        <Link href={at(`/network/audit?tenantId=${tenantId}`)} className={LINK}>
          View all
        </Link>
      </SectionHead>
      {list.isPending ? <SkeletonRows rows={2} /> : null}
      {list.error ? <Failure what="The audit log" error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.items.length === 0 ? <Nothing>Nothing yet.</Nothing> : null}
      {list.data && list.data.items.length > 0 ? <AuditTable entries={list.data.items} hrefOf={hrefOfSubject} /> : null}
    </section>
  );
}
