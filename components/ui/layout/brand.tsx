import { Link } from "@/components/ui/navigation/link";
import { BRAND, Mark, type MarkLogo } from "./mark";

interface BrandProps {
  readonly href?: string;
  /** Whose place it is, where that isn't the network's own. */
  readonly name?: string | undefined;
  readonly logo?: MarkLogo | null | undefined;
}

export function Brand({ href = "/", name, logo }: BrandProps) {
  return (
    <Link href={href} className={BRAND}>
      <Mark name={name} logo={logo} />
    </Link>
  );
}
