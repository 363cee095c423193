import type { ReactNode } from "react";
import { PortalProvider } from "@/components/trpc/portal-provider";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <PortalProvider>{children}</PortalProvider>;
}
