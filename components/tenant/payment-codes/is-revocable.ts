import type { IssuedCode } from "@/server/trpc/types";

/** What has ended by itself is left as it ended. */
export function isRevocable({ status, revoked }: Pick<IssuedCode, "status" | "revoked">): boolean {
  return (status === "Code Active" || status === "Code Locked") && !revoked;
}
