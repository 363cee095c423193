import { ArrowRight } from "lucide-react";
import { Link } from "@/components/ui/navigation/link";

const PEOPLE = [
  {
    who: "Merchants and processors",
    what: "Authorize, capture, sell, refund. One key, a small REST API, and a receipt for every sale.",
    href: "/docs/merchant",
  },
  {
    who: "Tenants",
    what: "Issue to your members and acquire for your merchants; see the rule behind every decline.",
    href: "/docs",
  },
  {
    who: "Members",
    what: "A wallet with live balances, payment codes, and agreements they can end at any time.",
    href: "/sign-in",
  },
] as const;

/** For whom it is, each with the place where it begins for them. */
export function Audience() {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {PEOPLE.map(({ who, what, href }) => (
        <li key={who}>
          <Link href={href} className="group flex items-center justify-between gap-6 py-4">
            <span>
              <span className="block text-14 font-semibold">{who}</span>
              <span className="mt-0.5 block max-w-[440px] text-14 text-pretty text-muted">{what}</span>
            </span>
            <ArrowRight
              aria-hidden
              className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-1 group-hover:text-text"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
