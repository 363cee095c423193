import type { Metadata } from "next";
import { ScanPage } from "@/components/wallet/requests/scan-page";

export const metadata: Metadata = { title: "Scan a request" };

export default function Page() {
  return <ScanPage />;
}
