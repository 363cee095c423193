/** What PostgreSQL and the network answer, as the codes that Prisma's command line explains to people. */
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

/** JSON-RPC error as the native engine words it. Never holds a connection string. */
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
