import type { Metadata } from "next";
import { ReferenceOverview } from "@/components/public/reference/overview-page";
import { readReference } from "@/server/api/docs/read-reference";

export const metadata: Metadata = { title: "API reference" };

export default function Page() {
  return <ReferenceOverview reference={readReference()} />;
}
