import type { VirtualItem } from "@tanstack/react-virtual";
import type { Chain } from "./chain";

/** A row by which one knows where one was. */
export interface Landmark {
  readonly key: string;
  /** How far below the top of the window it stood, in pixels. */
  readonly offset: number;
  /** It was pressed, or had the keyboard. */
  readonly isOpened: boolean;
}

/** Where someone was in a list when they left it. */
export interface Spot {
  readonly chain: Chain;
  readonly top: number;
  readonly sizes: VirtualItem[];
  readonly landmark: Landmark | null;
}

/** Of so many lists: the oldest is forgotten. */
const MAX_SPOTS = 10;

const spots = new Map<string, Spot>();
let returnedTo: string | null = null;

if (typeof window !== "undefined") {
  addEventListener("popstate", () => {
    returnedTo = location.pathname + location.search;
  });
}

export function keepSpot(address: string, spot: Spot): void {
  spots.delete(address);
  spots.set(address, spot);
  const [oldest] = spots.keys();
  if (spots.size > MAX_SPOTS && oldest !== undefined) spots.delete(oldest);
}

/** Who comes back to a list by the browser's way back is where they were; who comes by a link is at its top. */
export function spotOf(address: string): Spot | null {
  return returnedTo === address ? (spots.get(address) ?? null) : null;
}

export function forgetReturn(): void {
  returnedTo = null;
}
