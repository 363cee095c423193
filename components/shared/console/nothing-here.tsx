"use client";

import { SearchX } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Empty } from "@/components/ui/feedback/states";
import { LinkButton } from "@/components/ui/forms/link-button";
import { PageHead } from "@/components/ui/layout/page-head";
import { usePlace } from "./use-place";

interface NothingHereProps {
  readonly home: string;
  readonly also?: ReactNode;
  readonly children: ReactNode;
}

function NothingHere({ home, also, children }: NothingHereProps) {
  return (
    <>
      <PageHead title="Page not found" />
      <Empty
        icon={SearchX}
        title="There is nothing at this address"
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {also}
            <LinkButton href={home}>Go to the start page</LinkButton>
          </span>
        }
      >
        {children}
      </Empty>
    </>
  );
}

export function NothingInWallet() {
  return <NothingHere home="/wallet">It may belong to another member. Check the address for typos.</NothingHere>;
}

export function NothingInNetwork() {
  return (
    <NothingHere home="/network/overview">It may be in the other environment. Check the address for typos.</NothingHere>
  );
}

/** Also links to the same path in the other environment. */
export function NothingAtTenant() {
  const { tenant, environment } = usePlace();
  const path = usePathname();
  const other = environment === "live" ? "test" : "live";
  const here = `/t/${tenant}/${environment}`;
  return (
    <NothingHere
      home={here}
      also={<LinkButton href={path.replace(here, `/t/${tenant}/${other}`)}>Look in {other}</LinkButton>}
    >
      It may be in {other}. Check the address for typos.
    </NothingHere>
  );
}
