import { Link } from "@/components/ui/navigation/link";
import { BRAND, Mark } from "./mark";

export function Brand({ href = "/" }: { readonly href?: string }) {
  return (
    <Link href={href} className={BRAND}>
      <Mark />
    </Link>
  );
}
