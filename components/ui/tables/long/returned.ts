import type { VirtualItem } from "@tanstack/react-virtual";
import type { Chain } from "./chain";

/** A row that identifies a scroll position. */
export interface Landmark {
  readonly key: string;
  /** Pixels below the top of the viewport. */
  readonly offset: number;
  readonly isOpened: boolean;
}

export interface Spot {
  readonly chain: Chain;
  readonly top: number;
  readonly sizes: VirtualItem[];
  readonly landmark: Landmark | null;
}

/** Lists remembered; the oldest is dropped first. */
const MAX_SPOTS = 10;

const spots = new Map<string, Spot>();
let returnedTo: string | null = null;

if (typeof window !== "undefined") {
  addEventListener("popstate", () => {
    returnedTo = location.pathname + location.search;
  });
}

export function storeSpot(address: string, spot: Spot): void {
  spots.delete(address);
  spots.set(address, spot);
  const [oldest] = spots.keys();
  if (spots.size > MAX_SPOTS && oldest !== undefined) spots.delete(oldest);
}

/** The stored position, only after Back or Forward; a link starts at the top. */
export function spotOf(address: string): Spot | null {
  return returnedTo === address ? (spots.get(address) ?? null) : null;
}

export function forgetReturn(): void {
  returnedTo = null;
}
