import { publicUrl } from "@/server/platform/env";

/** Link at which the member answers a request of an agreement or charge. Useless to anyone else. */
export function presentApprovalUrl(requestId: string): string {
  return publicUrl(`/wallet/r/${requestId}`);
}
