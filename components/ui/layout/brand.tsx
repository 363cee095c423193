import { Link } from "@/components/ui/navigation/link";
import { BRAND, Mark } from "./mark";

interface BrandProps {
  readonly href?: string;
  /** Whose place it is, where that isn't the network's own. */
  readonly name?: string | undefined;
}

export function Brand({ href = "/", name }: BrandProps) {
  return (
    <Link href={href} className={BRAND}>
      <Mark name={name} />
    </Link>
  );
}
