"use client";

import { LinkButton } from "@/components/ui/forms/link-button";
import { Time } from "@/components/ui/values/time";
import type { LiveRequest } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";

export function LiveRequestRow({ request }: { readonly request: LiveRequest }) {
  const { at } = useNetwork();
  const { slug, title, askedAt } = request;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 text-14">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">Live access for {title}</span>
        <span className="block text-13 wrap-anywhere text-muted">
          Requested <Time at={askedAt} as="relative" />
        </span>
      </span>
      <LinkButton href={at(`/network/tenants/${slug}`)}>
        Review<span className="sr-only"> {title}</span>
      </LinkButton>
    </li>
  );
}
