/** What the page of agreements asks for of payments on hold; the server reads the same ahead. */
export const holdingInput = { outcome: "held", limit: 10 } as const;
