import { useMemo } from "react";
import { tabTexts } from "@/components/ui/storage/kept-texts";
import { keepText, useKeptText } from "@/components/ui/storage/use-kept-text";
import { serverNow } from "@/components/ui/values/device-clock";

/** A key of the reader's own sandbox. */
export interface OwnKey {
  readonly id: string;
  readonly tenant: string;
  readonly title: string;
  readonly publicKey: string;
  readonly secret: string;
  /** The merchant that it acts for in examples of the merchant API; null if the tenant has none. */
  readonly merchant: string | null;
  readonly expiresAt: string;
}

const NAME = "docs.own-key";

/** Kept for this tab alone. Null forgets it. */
export function keepOwnKey(key: OwnKey | null): void {
  keepText(NAME, key ? JSON.stringify(key) : "", tabTexts);
}

/** Null on the server, and unless the reader has made one in this tab. */
export function useOwnKey(): OwnKey | null {
  const [text] = useKeptText(NAME, tabTexts);
  const key = useMemo((): OwnKey | null => (text ? JSON.parse(text) : null), [text]);
  return key && Date.parse(key.expiresAt) > serverNow() ? key : null;
}
