import { deriveTones, type Tones } from "./tones";

/** A CHECK of the table says it too. */
export const MAX_LOGO_BYTES = 128 * 1024;

/** What a tenant's members see of it, beside its name. */
export interface Brand {
  /** `#rrggbb`; null: the network's own. */
  readonly accent: string | null;
  /** The name of its logo, and its sides in pixels; null: it has none. */
  readonly logoHash: string | null;
  readonly logoWidth: number | null;
  readonly logoHeight: number | null;
}

export interface Logo {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** What pages need to look like a tenant's. */
export interface Looks {
  readonly tones: Tones | null;
  readonly logo: Logo | null;
}

/** The address of a logo names its content: a new one has another. */
export function looksOf(tenantId: string, { accent, logoHash, logoWidth, logoHeight }: Brand): Looks {
  const sides = { width: logoWidth ?? 0, height: logoHeight ?? 0 };
  return {
    tones: accent === null ? null : deriveTones(accent),
    logo: logoHash === null ? null : { url: `/brand/${tenantId}/${logoHash}`, ...sides },
  };
}
