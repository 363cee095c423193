"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/navigation/link";
import { useNetwork } from "./use-network";

/** Merchants and members belong to one environment, so the switch leads from their pages to the list. */
function samePage(path: string): string {
  return path.replace(/^(\/network\/(?:merchants|members))\/.*$/, "$1");
}

export function NetworkSwitch() {
  const path = usePathname();
  const { place } = useNetwork();
  return (
    <nav aria-label="Environment" className="grid grid-cols-2 rounded-8 border border-line bg-raised p-0.5">
      {(["live", "test"] as const).map((name) => (
        <Link
          key={name}
          href={name === "live" ? `${samePage(path)}?environment=live` : samePage(path)}
          aria-current={name === place.environment ? "true" : undefined}
          className={clsx(
            "grid h-9 place-items-center rounded-4 text-13 font-medium capitalize lg:h-7",
            name !== place.environment && "text-muted hover:text-text",
            name === place.environment && name === "test" && "bg-warn-fill text-warn",
            name === place.environment && name === "live" && "bg-page text-text shadow-[0_0_0_1px_var(--line)]",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
