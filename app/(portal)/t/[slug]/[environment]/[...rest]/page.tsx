import type { Metadata } from "next";
import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { Missing } from "../../../../../missing";

export const metadata: Metadata = { title: "Page not found" };

export default function Page() {
  return (
    <Missing>
      <NothingAtTenant />
    </Missing>
  );
}
