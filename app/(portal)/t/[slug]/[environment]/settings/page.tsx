import type { Metadata } from "next";
import { TenantSettingsPage } from "@/components/tenant/settings/tenant-settings-page";

export const metadata: Metadata = { title: "Settings" };

export default function Page() {
  return <TenantSettingsPage />;
}
