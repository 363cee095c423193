import { NothingAtTenant } from "@/components/shared/console/nothing-here";

export default function NotFound() {
  return <NothingAtTenant />;
}
