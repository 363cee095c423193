/** Maps error codes of PostgreSQL and the network to Prisma's. */
const prismaCodes = {
  28000: "P1000",
  "28P01": "P1000",
  "3D000": "P1003",
  "42P04": "P1009",
  42501: "P1010",
  ECONNREFUSED: "P1001",
  ENOTFOUND: "P1001",
  EHOSTUNREACH: "P1001",
  ECONNRESET: "P1017",
  ETIMEDOUT: "P1002",
};

/** A JSON-RPC error in the native engine's format. It never contains a connection string. */
export function toRpcError(error) {
  const message = String(error?.message || error?.code || error);
  const code = typeof error?.code === "string" ? error.code : undefined;
  const errorCode = code && /^P\d{4}$/.test(code) ? code : prismaCodes[code];
  const isPanic = error instanceof WebAssembly.RuntimeError;
  return {
    code: 4466,
    message: "An error happened. Check the data field for details.",
    data: {
      is_panic: isPanic,
      message,
      meta: error?.meta ?? null,
      ...(errorCode ? { error_code: errorCode } : {}),
    },
  };
}
