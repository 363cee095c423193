import { NothingHere } from "@/components/shared/console/nothing-here";

export default function NotFound() {
  return <NothingHere home="/network">The address may be mistyped, or it is in the other environment.</NothingHere>;
}
