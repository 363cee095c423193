import { Link } from "@/components/ui/navigation/link";
import { BRAND, Mark, type MarkLogo } from "./mark";

interface BrandProps {
  readonly href?: string;
  /** A tenant's name; the default is the network's. */
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
