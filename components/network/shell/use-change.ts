"use client";

import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";

/** A change an operator makes: said when it is done, said why when it is refused, and everything on the page read again. */
export function useChange<Data, Failed, Input>(
  options: UseMutationOptions<Data, Failed, Input>,
  { done, after }: { readonly done: (data: Data, input: Input) => string; readonly after?: () => void },
) {
  const queryClient = useQueryClient();
  return useMutation({
    ...options,
    onSuccess: async (data, input) => {
      toast.success(done(data, input));
      after?.();
      await queryClient.invalidateQueries();
    },
    onError: (error) => {
      toast.error(messageOf(error));
      after?.();
    },
  });
}
