"use client";

import { createContext, type ReactNode, useContext } from "react";

const Locale = createContext("en-US");

/** How numbers and days are written: the same on the server and in the browser, so that nothing changes on arrival. */
export function LocaleProvider({ locale, children }: { readonly locale: string; readonly children: ReactNode }) {
  return <Locale value={locale}>{children}</Locale>;
}

export function useLocale(): string {
  return useContext(Locale);
}
