import type { Metadata } from "next";
import { MissingFromSite } from "../missing";

export const metadata: Metadata = { title: "Page not found" };

export default function Page() {
  return <MissingFromSite />;
}
