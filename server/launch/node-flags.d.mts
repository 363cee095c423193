export const POOL_FLAG: string;
export const NODE_FLAGS: readonly string[];
