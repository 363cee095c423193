/** The page's query for payments on hold, shared with the server's prefetch. */
export const holdingInput = { outcome: "held", limit: 10 } as const;
