import type { ReactNode } from "react";
import { WithDatabase } from "../with-database";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <WithDatabase>{children}</WithDatabase>;
}
