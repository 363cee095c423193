import type { Metadata } from "next";
import { LoginsPage } from "@/components/network/logins/logins-page";

export const metadata: Metadata = { title: "Logins" };

export default function Page() {
  return <LoginsPage />;
}
