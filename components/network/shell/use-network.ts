"use client";

import { useSearchParams } from "next/navigation";
import { readPlace } from "./place";

export function useNetwork() {
  const values = useSearchParams();
  const place = readPlace(values);
  const at = (path: string) => {
    if (place.environment === "test") return path;
    return `${path}${path.includes("?") ? "&" : "?"}environment=live`;
  };
  return { place, values, at };
}
