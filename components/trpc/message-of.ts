import { TRPCClientError } from "@trpc/client";

export function messageOf(error: unknown): string {
  if (error instanceof TRPCClientError && error.data) return error.message;
  return "The connection to Closed Loop was lost. Try again.";
}
