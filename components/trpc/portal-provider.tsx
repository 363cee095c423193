"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Toaster } from "sonner";
import { createClient, createQueryClient, TRPCProvider } from "./client";

const TOAST_STYLE = {
  background: "var(--page)",
  color: "var(--text)",
  borderColor: "var(--line)",
  borderRadius: 8,
  fontFamily: "var(--sans)",
  fontSize: 14,
} as const;

/** What pages with data stand in. */
export function PortalProvider({ children }: { readonly children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(createClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
        <Toaster position="top-center" toastOptions={{ style: TOAST_STYLE }} />
      </TRPCProvider>
    </QueryClientProvider>
  );
}
