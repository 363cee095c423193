import type { IssuedCode } from "@/server/trpc/types";

/** Codes that have expired or are used up keep that status. */
export function isRevocable({ status, revoked }: Pick<IssuedCode, "status" | "revoked">): boolean {
  return (status === "Code Active" || status === "Code Locked") && !revoked;
}
