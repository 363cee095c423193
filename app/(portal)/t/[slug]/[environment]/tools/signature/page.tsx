import type { Metadata } from "next";
import { SignaturePage } from "@/components/tenant/signature/signature-page";

export const metadata: Metadata = { title: "Signature doctor" };

export default function Page() {
  return <SignaturePage />;
}
