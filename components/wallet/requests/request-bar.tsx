import { X } from "lucide-react";
import { Link } from "@/components/ui/navigation/link";

export function RequestBar() {
  return (
    <div className="flex h-14 items-center justify-between">
      <p className="text-13 font-medium text-muted">Request</p>
      <Link
        href="/wallet/agreements"
        aria-label="Answer later"
        className="-mr-2 grid size-11 place-items-center rounded-8 text-muted hover:bg-hover"
      >
        <X aria-hidden className="size-5" />
      </Link>
    </div>
  );
}
