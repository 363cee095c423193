"use client";

import { clsx } from "clsx";
import { Link } from "@/components/ui/navigation/link";
import { useHere } from "@/components/ui/navigation/pending";
import type { PlaceGroup } from "./places";

interface SideNavProps {
  readonly label: string;
  readonly groups: readonly PlaceGroup[];
  /** Active only on an exact match, because the paths of all other pages start with it. */
  readonly home: string;
  readonly onGo?: () => void;
}

/** Tenant pages belong to the list of tenants, although `/network` is the operators' home. */
function isTenantOf(place: string, path: string): boolean {
  return place === "/network" && path.startsWith("/network/tenants/");
}

export function SideNav({ label, groups, home, onGo }: SideNavProps) {
  const path = useHere();
  const isHere = (href: string) => {
    const [place = href] = href.split("?");
    return path === place || (href !== home && path.startsWith(`${place}/`)) || isTenantOf(place, path);
  };
  return (
    <nav aria-label={label} className="flex flex-col gap-5 lg:gap-3">
      {groups.map(({ title, places }) => (
        <div key={title ?? home}>
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
