"use client";

import { clsx } from "clsx";
import {
  ChartColumn,
  CreditCard,
  FileText,
  House,
  type LucideIcon,
  ReceiptText,
  Repeat,
  TicketCheck,
} from "lucide-react";
import { Link } from "@/components/ui/navigation/link";
import { useHere } from "@/components/ui/navigation/pending";
import type { Waiting } from "../charges/use-waiting";

interface Place {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

const PLACES: readonly Place[] = [
  { href: "/wallet", label: "Home", icon: House },
  { href: "/wallet/codes", label: "Codes", icon: TicketCheck },
  { href: "/wallet/agreements", label: "Agreements", icon: Repeat },
  { href: "/wallet/cards", label: "Cards", icon: CreditCard },
  { href: "/wallet/activity", label: "Activity", icon: ReceiptText },
];

/** Desktop only, for lack of space in a phone's bar; phones reach them from Home and Activity. */
const DESK_PLACES: readonly Place[] = [
  ...PLACES,
  { href: "/wallet/spending", label: "Spending", icon: ChartColumn },
  { href: "/wallet/statements", label: "Statements", icon: FileText },
];

function useIsHere() {
  const path = useHere();
  return (href: string) => (href === "/wallet" ? path === href : path.startsWith(href));
}

interface NavProps {
  readonly waiting: Waiting;
}

/** With exactly one pending request, Agreements links to it; the list is one click away from there. */
function leadOf({ href, label }: Pick<Place, "href" | "label">, { only }: Waiting): string {
  return label === "Agreements" && only ? only.href : href;
}

function WaitingCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-button px-1.5 text-12 font-semibold text-white tabular-nums">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

export function BottomBar({ waiting }: NavProps) {
  const isHere = useIsHere();
  return (
    <nav
      aria-label="Wallet"
      data-bar="bottom"
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-line bg-page pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {PLACES.map(({ icon: Icon, ...place }) => (
        <Link
          key={place.href}
          href={leadOf(place, waiting)}
          aria-current={isHere(place.href) ? "page" : undefined}
          className={clsx(
            "relative flex h-15 flex-col items-center justify-center gap-1 text-12 font-medium -outline-offset-2",
            isHere(place.href) ? "text-accent" : "text-muted",
          )}
        >
          <Icon aria-hidden className="size-5" strokeWidth={isHere(place.href) ? 2.25 : 1.75} />
          <span className="max-[22rem]:sr-only">{place.label}</span>
          {place.label === "Agreements" && waiting.count > 0 ? (
            <span className="absolute top-1.5 left-1/2 ml-2.5 max-[22rem]:ml-0">
              <WaitingCount count={waiting.count} />
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}

export function SideNav({ waiting }: NavProps) {
  const isHere = useIsHere();
  return (
    <nav aria-label="Wallet" className="flex flex-col gap-1">
      {DESK_PLACES.map(({ icon: Icon, ...place }) => (
        <Link
          key={place.href}
          href={leadOf(place, waiting)}
          aria-current={isHere(place.href) ? "page" : undefined}
          className={clsx(
            "flex h-9 items-center gap-3 rounded-8 px-3 text-14 font-medium transition-colors",
            isHere(place.href) ? "bg-hover text-text" : "text-muted hover:bg-hover hover:text-text",
          )}
        >
          <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
          <span className="flex-1">{place.label}</span>
          {place.label === "Agreements" ? <WaitingCount count={waiting.count} /> : null}
        </Link>
      ))}
    </nav>
  );
}
