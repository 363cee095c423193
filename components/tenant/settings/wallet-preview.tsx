import { TOKENS } from "@/components/shared/brand/brand-style";
import { BRAND, Mark } from "@/components/ui/layout/mark";
import type { Logo } from "@/server/contracts/brand/looks";
import { SURFACES, type Tones } from "@/server/contracts/brand/tones";

interface WalletPreviewProps {
  readonly scheme: "light" | "dark";
  readonly title: string;
  readonly logo: Logo | null;
  readonly tones: Tones;
}

const PAGES = {
  light: { "--page": SURFACES.light[0], "--text": "#15171a" },
  dark: { "--page": SURFACES.dark[0], "--text": "#edeff1" },
} as const;

/** A static preview of the wallet in one color scheme, independent of the page's. */
export function WalletPreview({ scheme, title, logo, tones }: WalletPreviewProps) {
  // The page may use the other scheme, so each token is set here.
  const tokens = TOKENS.map(([name, token]) => [token, tones[name][scheme]]);
  const style = { ...PAGES[scheme], ...Object.fromEntries(tokens) };
  return (
    <figure style={style} className="flex min-w-0 flex-col gap-3 rounded-8 border border-line bg-page p-4 text-text">
      <figcaption className="sr-only">Preview on a {scheme} page</figcaption>
      <span className={BRAND}>
        <Mark name={title} logo={logo} />
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-14">
        <span className="font-medium text-accent">A link</span>
        <span className="rounded-4 bg-accent-fill px-2 py-0.5 text-13 font-medium text-accent">Selected</span>
      </span>
      <span className="flex h-9 items-center justify-center rounded-8 bg-button px-4 text-14 font-medium text-white">
        Approve
      </span>
    </figure>
  );
}
