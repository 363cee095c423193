import type { OperationContract } from "@/server/contracts/rest/operation";
import { readFields } from "@/server/contracts/text/read-fields";
import type { SentRequest } from "./rest-requests";

const MAX_BODY_BYTES = 64 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Headers that authenticate. Mutating them refuses the request; a timestamp alone proves nothing. */
const PROOFS = {
  tenant: ["authorization", "x-api-key", "x-signature"],
  merchant: ["authorization"],
  network: ["authorization"],
  none: [],
} as const;

export function refusalReason(
  contract: OperationContract,
  { search, headers, body }: SentRequest,
  params: Readonly<Record<string, string>>,
  credentials: Readonly<Record<string, string>>,
): string | null {
  const proofs: readonly string[] = PROOFS[contract.auth];
  const isForged = headers.some(([name, value]) => proofs.includes(name) && credentials[name] !== value);
  if (isForged) return "the credentials";
  if (!acceptsQuery(contract, search)) return "the query";
  if (contract.auth === "none") return null;
  if (contract.params && !contract.params.safeParse(params).success) return "the path";
  if (contract.auth === "network") return contract.file ? "the file" : null;
  const keys = headers.filter(([name]) => name === "idempotency-key").map(([, value]) => value);
  if (contract.idempotency === "required" && !/^[\x20-\x7e]{1,80}$/.test(keys.join(", "))) return "the idempotency key";
  return acceptsBody(contract, body) ? null : "the body";
}

function acceptsQuery({ query }: OperationContract, search: string): boolean {
  if (!query) return true;
  const pairs = [...new URLSearchParams(search)];
  if (new Set(pairs.map(([sent]) => sent)).size < pairs.length) return false;
  const read: Record<string, string | Record<string, string>> = {};
  for (const [sent, value] of pairs) {
    const [, name = sent, field] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(sent) ?? [];
    const known = Object.hasOwn(read, name) ? read[name] : undefined;
    if (!Object.hasOwn(query.shape, name) || typeof known === "string") return false;
    if (field === undefined && known) return false;
    read[name] = field === undefined ? value : { ...known, [field]: value };
  }
  return query.safeParse(read).success;
}

function acceptsBody(contract: OperationContract, bytes: Buffer): boolean {
  if (bytes.length > MAX_BODY_BYTES) return false;
  try {
    const text = utf8.decode(bytes);
    if (!contract.body) return contract.method === "GET" || !hasFields(text);
    const { schema, isOptional } = contract.body;
    const sent: unknown = text.trim() === "" ? undefined : JSON.parse(text);
    if (sent === undefined && isOptional) return true;
    const { value, unknown } = readFields(schema, sent, contract.method === "PATCH");
    if (unknown.length > 0 && contract.unknownFields !== "ignored") return false;
    return schema.safeParse(value).success;
  } catch {
    return false;
  }
}

/** Whether a body that nobody asked for is an object with fields; anything else is not read. */
function hasFields(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) && Object.keys(value ?? {}).length > 0;
  } catch {
    return false;
  }
}
