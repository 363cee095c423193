import type { ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link";

const PLACES = [
  { href: "/docs", title: "Quick start", text: "Hold, capture, and refund in five minutes." },
  { href: "/docs/api", title: "API reference", text: "Every operation, with its fields and errors." },
  { href: "/docs/sandbox", title: "Sandbox", text: "Public keys, test cards, and logins." },
  { href: "/home", title: "Portal", text: "The wallet and the consoles." },
] as const;

interface SiteNothingHereProps {
  readonly children?: ReactNode;
}

export function SiteNothingHere({ children }: SiteNothingHereProps) {
  return (
    <div className="max-w-[42.5rem]">
      <p translate="no" className="font-mono text-13 text-muted">
        404
      </p>
      <h1 className="mt-2 text-28 sm:text-40">Page not found</h1>
      <p className="mt-3 max-w-[32.5rem] text-16 text-pretty text-muted">
        {children ?? "Check the address for typos, or search the docs above. These pages are a good start, too."}
      </p>
      {/* With a specific reason, such as for a receipt's link, the visitor is no developer and needs no docs links. */}
      {children ? null : (
        <ul className="mt-10 grid gap-3 sm:grid-cols-2">
          {PLACES.map(({ href, title, text }) => (
            <li key={href}>
              <Link href={href} className="block h-full rounded-8 border border-line px-4 py-3 hover:bg-hover">
                <span className="block text-14 font-medium">{title}</span>
                <span className="block text-13 text-muted">{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
