import { deriveTones, type Tones } from "./tones";

/** The table has a CHECK with the same limit. */
export const MAX_LOGO_BYTES = 128 * 1024;

export interface Brand {
  /** `#rrggbb`; null for the network's own color. */
  readonly accent: string | null;
  /** Content hash of the logo; null without one. Sides are in pixels. */
  readonly logoHash: string | null;
  readonly logoWidth: number | null;
  readonly logoHeight: number | null;
}

export interface Logo {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface Looks {
  readonly tones: Tones | null;
  readonly logo: Logo | null;
}

/** The logo's URL contains its hash, so a new logo has a new URL. */
export function looksOf(tenantId: string, { accent, logoHash, logoWidth, logoHeight }: Brand): Looks {
  const sides = { width: logoWidth ?? 0, height: logoHeight ?? 0 };
  return {
    tones: accent === null ? null : deriveTones(accent),
    logo: logoHash === null ? null : { url: `/brand/${tenantId}/${logoHash}`, ...sides },
  };
}
