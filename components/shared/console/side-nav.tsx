"use client";

import { clsx } from "clsx";
import { Link } from "@/components/ui/navigation/link";
import { useHere } from "@/components/ui/navigation/pending";
import type { PlaceGroup } from "./places";

interface SideNavProps {
  readonly label: string;
  readonly groups: readonly PlaceGroup[];
  readonly onGo?: () => void;
}

/** Tenant pages belong to the list of tenants, although `/network` is the operators' home. */
function isTenantOf(place: string, path: string): boolean {
  return place === "/network" && path.startsWith("/network/tenants/");
}

const pathOf = (href: string) => href.split("?")[0] ?? href;

export function SideNav({ label, groups, onGo }: SideNavProps) {
  const path = useHere();
  const paths = groups.flatMap(({ places }) => places.map(({ href }) => pathOf(href)));
  const isHere = (href: string) => {
    const place = pathOf(href);
    // `/network` is the list of tenants, and the start of every other page's path.
    const isRoot = paths.some((other) => other.startsWith(`${place}/`));
    return path === place || (!isRoot && path.startsWith(`${place}/`)) || isTenantOf(place, path);
  };
  return (
    <nav aria-label={label} className="flex flex-col gap-5 lg:gap-3">
      {groups.map(({ title, places }) => (
        <div key={title ?? ""}>
          {title ? <p className="mb-0.5 px-3 text-12 font-medium text-muted">{title}</p> : null}
          <ul className="flex flex-col gap-0.5 lg:gap-0">
            {places.map(({ href, label: name, icon: Icon }) => (
              <li key={href}>
                <Link
                  href={href}
                  {...(onGo ? { onClick: onGo } : {})}
                  aria-current={isHere(href) ? "page" : undefined}
                  className={clsx(
                    "flex h-10 items-center gap-3 rounded-8 px-3 text-14 font-medium transition-colors lg:h-7.5",
                    isHere(href) ? "bg-hover text-text" : "text-muted hover:bg-hover hover:text-text",
                  )}
                >
                  <Icon aria-hidden className="size-4" strokeWidth={1.75} />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
