"use client";

import { useLocale } from "@/components/ui/values/locale";
import { formatSeen, type Seen } from "./format-seen";

export function Saw({ saw, currency }: { readonly saw: Seen; readonly currency: string }) {
  return formatSeen(saw, currency, useLocale());
}
