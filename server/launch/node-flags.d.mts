export const COMMON_FLAGS: readonly string[];
export const NODE_FLAGS: readonly string[];
