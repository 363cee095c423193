import { Link } from "@/components/ui/navigation/link";

const LINK = "hover:text-text hover:underline underline-offset-2";

export function SiteFooter() {
  return (
    <footer className="mx-auto flex w-full max-w-[90rem] flex-wrap gap-x-6 gap-y-2 border-t border-line px-4 py-6 text-13 text-muted lg:px-8">
      <span>Closed Loop is open source, MIT.</span>
      <span className="flex flex-wrap gap-x-6 gap-y-2 lg:ml-auto">
        <Link href="/docs" className={LINK}>
          Docs
        </Link>
        <Link href="/docs/api" className={LINK}>
          API reference
        </Link>
        <Link href="/docs/sandbox" className={LINK}>
          Sandbox
        </Link>
        <a href="/openapi/v1.json" className={LINK}>
          OpenAPI
        </a>
        <Link href="/status" className={LINK}>
          Status
        </Link>
      </span>
    </footer>
  );
}
