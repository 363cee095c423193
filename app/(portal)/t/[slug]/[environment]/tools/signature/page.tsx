import type { Metadata } from "next";
import { SignaturePage } from "@/components/tenant/signature/signature-page";

export const metadata: Metadata = { title: "Signature debugger" };

export default function Page() {
  return <SignaturePage />;
}
