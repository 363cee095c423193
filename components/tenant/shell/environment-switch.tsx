"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import type { Place } from "@/components/shared/console/use-place";
import { Link } from "@/components/ui/navigation/link";
import { useHere } from "@/components/ui/navigation/pending";

/** Records exist in one environment only, so the switch leads to their list, and from the clock to the overview. */
function samePage(path: string, tenant: string, environment: string): string {
  const [, , , , page = "", ...rest] = path.split("/");
  const kept = page === "tools" ? [page, ...rest] : page && page !== "clock" ? [page] : [];
  return ["/t", tenant, environment, ...kept].join("/");
}

export function EnvironmentSwitch({ tenant, environment }: Place) {
  const path = usePathname();
  const [, , , here = environment] = useHere().split("/");
  return (
    <nav aria-label="Environment" className="grid grid-cols-2 rounded-8 border border-line bg-raised p-0.5">
      {(["live", "test"] as const).map((name) => (
        <Link
          key={name}
          href={samePage(path, tenant, name)}
          aria-current={name === here ? "true" : undefined}
          className={clsx(
            "grid h-9 place-items-center rounded-4 text-13 font-medium capitalize lg:h-7",
            name !== here && "text-muted hover:text-text",
            name === here && name === "test" && "bg-warn-fill text-warn",
            name === here && name === "live" && "bg-page text-text shadow-[0_0_0_1px_var(--line)]",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
