import { NothingAtTenant } from "@/components/console/nothing-here";

export default function NotFound() {
  return <NothingAtTenant />;
}
