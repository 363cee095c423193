/** Lists go by cursor: a page says where the next, older one begins, or null where nothing is older. */
export const BY_CURSOR = { getNextPageParam: ({ next }: { readonly next: string | null }) => next };
