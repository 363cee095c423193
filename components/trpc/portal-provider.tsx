"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { OfflineBand } from "@/components/ui/connection/offline-band";
import { Toasts } from "@/components/ui/feedback/toasts";
import { NavigationProgress } from "@/components/ui/navigation/navigation-progress";
import { createClient, createQueryClient, TRPCProvider } from "./client";

export function PortalProvider({ children }: { readonly children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(createClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <OfflineBand />
        <NavigationProgress />
        {children}
        <Toasts />
      </TRPCProvider>
    </QueryClientProvider>
  );
}
