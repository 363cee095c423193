import type { Metadata } from "next";
import { SitePage } from "@/components/public/site/site-page";
import { Status } from "@/components/public/status/status";

export const metadata: Metadata = { title: "Status", description: "Whether the service can take payments now." };

export default function Page() {
  return (
    <SitePage>
      <h1 className="text-28 sm:text-40">Status</h1>
      <Status />
    </SitePage>
  );
}
