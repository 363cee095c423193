"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { messageOf } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";

/** An operator's mutation: reports success or failure, then refetches the page. */
export function useChange<Data, Failed, Input>(
  options: UseMutationOptions<Data, Failed, Input>,
  { done, after }: { readonly done: (data: Data, input: Input) => string; readonly after?: () => void },
) {
  return useMutation({
    ...options,
    onSuccess: async (data, input) => {
      toast.success(done(data, input));
      after?.();
    },
    onError: (error) => {
      toast.error(messageOf(error));
      after?.();
    },
  });
}
