import type { ReactNode } from "react";
import { Brand } from "@/components/ui/layout/brand";
import { Link } from "@/components/ui/navigation/link";

const LINK =
  "inline-flex h-9 items-center rounded-8 px-3 text-14 font-medium text-muted hover:bg-hover hover:text-text";

interface SiteHeaderProps {
  readonly search?: ReactNode;
  /** The console of who is signed in. */
  readonly console?: string | undefined;
}

export function SiteHeader({ search, console }: SiteHeaderProps) {
  return (
    <header data-bar="top" className="sticky top-(--band) z-20 border-b border-line bg-page">
      <div className="mx-auto flex h-14 max-w-[90rem] items-center gap-2 px-4 lg:gap-6 lg:px-8">
        <Brand />
        <nav aria-label="Site" className="flex flex-1 items-center justify-end gap-1 lg:justify-start">
          <Link href="/docs" className={LINK}>
            Docs
          </Link>
          <span className="hidden sm:block">
            <Link href="/docs/api" className={LINK}>
              API reference
            </Link>
          </span>
          <span className="lg:ml-auto">{search}</span>
          <span>
            <Link href={console ?? "/sign-in"} className={LINK}>
              {console ? "Console" : "Sign in"}
            </Link>
          </span>
        </nav>
        {console ? null : (
          <span className="hidden sm:block">
            <ActionLink href="/sign-up" isSmall>
              Create a sandbox
            </ActionLink>
          </span>
        )}
      </div>
    </header>
  );
}

interface ActionLinkProps {
  readonly href: string;
  readonly isPrimary?: boolean;
  readonly isSmall?: boolean;
  readonly children: string;
}

export function ActionLink({ href, isPrimary = false, isSmall = false, children }: ActionLinkProps) {
  const look = isPrimary ? "bg-button text-white hover:bg-button-hover" : "border border-line bg-page hover:bg-hover";
  const size = isSmall ? "h-9 px-3 text-13" : "h-11 px-5 text-14";
  return (
    <Link
      href={href}
      className={`inline-flex items-center justify-center rounded-8 font-medium whitespace-nowrap transition-colors ${look} ${size}`}
    >
      {children}
    </Link>
  );
}
