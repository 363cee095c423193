"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { useTenant } from "../shell/use-tenant";
import { AccentForm } from "./accent-form";
import { LogoForm } from "./logo-form";

export function BrandSettings({ title }: { readonly title: string }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const brand = useQuery(trpc.tenant.brand.get.queryOptions(place));
  if (brand.isPending) return <SkeletonRows rows={3} />;
  if (brand.isError && !brand.data) {
    return <Failure what="The wallet’s looks" error={brand.error} onRetry={() => void brand.refetch()} />;
  }
  const { accent, logo } = brand.data;
  const isOff = !may("manage_tenant");
  return (
    <div className="flex flex-col gap-6 rounded-8 border border-line p-4">
      <LogoForm logo={logo} isOff={isOff} />
      <hr className="border-line" />
      <AccentForm key={accent} accent={accent} logo={logo} title={title} isOff={isOff} />
      {isOff ? <p className="text-13 text-muted">An owner or an admin can change these.</p> : null}
    </div>
  );
}
