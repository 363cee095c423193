"use client";

import { useLocale } from "@/components/ui/values/locale";
import { type Seen, saySeen } from "./say-seen";

export function Saw({ saw, currency }: { readonly saw: Seen; readonly currency: string }) {
  return saySeen(saw, currency, useLocale());
}
