import type { ReactNode } from "react";
import { SignInAgain } from "@/components/shared/sign-in/sign-in-again";
import { PortalProvider } from "@/components/trpc/portal-provider";
import { WithDatabase } from "../with-database";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <WithDatabase>
      <PortalProvider>
        {children}
        <SignInAgain />
      </PortalProvider>
    </WithDatabase>
  );
}
