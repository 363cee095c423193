"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/navigation/link";
import type { Place, PlaceGroup } from "./places";

interface NavProps {
  readonly groups: readonly PlaceGroup[];
}

function Groups({ groups, here }: NavProps & { readonly here: string }) {
  return (
    <div className="grid gap-6">
      {groups.map(({ title, places }) => (
        <div key={title}>
          <p className="mb-1 px-3 text-12 font-medium text-muted">{title}</p>
          <ul>
            {places.map((place) => (
              <li key={place.href}>
                <PlaceLink place={place} isHere={place.href === here} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function PlaceLink({ place, isHere }: { readonly place: Place; readonly isHere: boolean }) {
  return (
    <Link
      href={place.href}
      aria-current={isHere ? "page" : undefined}
      className={clsx(
        "flex min-h-8 items-center rounded-8 px-3 py-1.5 text-14 transition-colors",
        isHere ? "bg-hover font-medium text-text" : "text-muted hover:bg-hover hover:text-text",
      )}
    >
      {place.label}
    </Link>
  );
}

export function DocsSidebar({ groups }: NavProps) {
  const here = usePathname();
  return (
    <nav aria-label="Docs">
      <Groups groups={groups} here={here} />
    </nav>
  );
}

/** Phones only. The key closes it when the page changes. */
export function DocsMenu({ groups }: NavProps) {
  const here = usePathname();
  const current = groups.flatMap(({ places }) => places).find(({ href }) => href === here);
  return (
    <details key={here} className="group border-b border-line lg:hidden">
      <summary className="flex h-12 list-none items-center justify-between px-4 text-14 font-medium -outline-offset-2 [&::-webkit-details-marker]:hidden">
        {current?.label ?? "Menu"}
        <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <nav aria-label="Docs" className="max-h-[70dvh] overflow-y-auto px-1 pt-2 pb-6">
        <Groups groups={groups} here={here} />
      </nav>
    </details>
  );
}
