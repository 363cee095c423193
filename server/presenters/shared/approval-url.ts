import { publicUrl } from "@/server/platform/env";

/** Where the member who is asked answers, an agreement's request or a charge's; of no use to anyone else. */
export function presentApprovalUrl(requestId: string): string {
  return publicUrl(`/wallet/r/${requestId}`);
}
