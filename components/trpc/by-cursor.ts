/** Pages lists by cursor; `next` is null on the last page. */
export const BY_CURSOR = { getNextPageParam: ({ next }: { readonly next: string | null }) => next };
