import { NothingHere } from "@/components/shared/console/nothing-here";

export default function NotFound() {
  return <NothingHere home="/wallet">It may be another member’s, or the address is mistyped.</NothingHere>;
}
