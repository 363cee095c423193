import { toast } from "@/components/ui/feedback/toast";

/** Says that a change waits for a second operator. */
export function sayWaiting(what: string): void {
  toast.success(what, { description: "Another operator has to approve it, in Approvals." });
}
