import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { hexToBytes } from "@noble/hashes/utils.js";
import { statementText } from "@/server/contracts/statement-proof/block";
import type {
  ProvenBlock,
  ProvenEntry,
  ProvenLine,
  ProvenStatement,
} from "@/server/contracts/statement-proof/document";
import { hashPair, LineDigest } from "@/server/contracts/statement-proof/hashes";
import { leafOf } from "@/server/contracts/statement-proof/sealed-entry";
import { fingerprintOf } from "@/server/contracts/statement-proof/signatures";
import { foldTree } from "@/server/contracts/statement-proof/tree";
import { proveStatement, sealBooks } from "@/server/domain/books";
import { now } from "@/server/platform/clock";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { staffCaller } from "@/server/testing/factories/callers";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

const folder = mkdtempSync(join(tmpdir(), "closed-loop-statement-"));
after(() => rmSync(folder, { recursive: true, force: true }));

type Parsed = Partial<{
  statement: ProvenStatement;
  line: ProvenLine;
  key: { readonly publicKey: string };
  block: ProvenBlock;
  end: object;
}>;

async function check(records: readonly Parsed[], ...options: readonly string[]) {
  const file = join(folder, "statement.jsonl");
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ["--import", "tsx", "server/programs/check-statement.ts", file, ...options];
  return promisify(execFile)(process.execPath, args, { env })
    .then(({ stdout }) => ({ code: 0, said: stdout }))
    .catch(({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
      return { code, said: stdout + stderr };
    });
}

async function makeRecords(): Promise<Parsed[]> {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  for (const amount of [10, 20]) await createTestSale(shop, { amount });
  await sealBooks({ now: now() });
  const [batch] = (await settleAfterASecond(clock, tenant, shop)).batches;
  await sealBooks({ now: now() });
  let text = "";
  for await (const part of (await proveStatement(staffCaller(tenant), batch?.batchId ?? "")).parts) text += part;
  return text
    .trimEnd()
    .split("\n")
    .map((line): Parsed => JSON.parse(line));
}

/** The same block with some entries hidden: their hashes move to the nodes, and the root stays the same. */
function withoutEntries(block: ProvenBlock, isHidden: (entry: ProvenEntry) => boolean): ProvenBlock {
  const known = new Map<string, Uint8Array>();
  const left = [...block.nodes];
  const keep = (level: number, index: number, hash: Uint8Array) => {
    known.set(`${level} ${index}`, hash);
    return hash;
  };
  const places = (entries: readonly ProvenBlock["entries"][number][]) => entries.map(({ place }) => place);
  foldTree(block.levels, places(block.entries), {
    leafAt: (place) => {
      const entry = block.entries.find((one) => one.place === place);
      assert.ok(entry);
      return keep(0, place, leafOf(entry.blind, entry));
    },
    nodeAt: (level, index) => keep(level, index, hexToBytes(left.shift() ?? "")),
  });
  const hashAt = (level: number, index: number): Uint8Array =>
    known.get(`${level} ${index}`) ?? hashPair(hashAt(level - 1, 2 * index), hashAt(level - 1, 2 * index + 1));
  const entries = block.entries.filter((entry) => !isHidden(entry));
  const nodes: string[] = [];
  foldTree(block.levels, places(entries), {
    leafAt: (place) => hashAt(0, place),
    nodeAt: (level, index) => {
      nodes.push(Buffer.from(hashAt(level, index)).toString("hex"));
      return hashAt(level, index);
    },
  });
  return { ...block, entries, nodes };
}

/** A forgery: hides a sale, makes up a debt for it, pays nothing out, and signs with another key. The block stays genuine. */
function hideSale(records: readonly Parsed[]): { forged: Parsed[]; publicKey: string } {
  const hidden = records.find(({ line }) => line)?.line;
  const kept = records.filter(
    ({ line, block, end }) => !end && line?.id !== hidden?.id && !block?.entries.every(({ kind }) => kind === "payout"),
  );
  const capturedMinor = kept.find(({ line }) => line)?.line?.amountMinor ?? "";
  const body = kept.map(({ statement, block, ...rest }) => ({
    ...rest,
    ...(statement && {
      statement: {
        ...statement,
        captureCount: 1,
        capturedMinor,
        carriedInMinor: `-${capturedMinor}`,
        payoutMinor: "0",
        payoutPosting: null,
      },
    }),
    ...(block && { block: withoutEntries(block, ({ authorization }) => authorization === hidden?.authorization) }),
  }));
  const digest = new LineDigest();
  for (const record of body) if ("statement" in record || "line" in record) digest.add(JSON.stringify(record));
  const id = records[0]?.statement?.id ?? "";
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const text = statementText({ id, digest: digest.hex() });
  const signature = `9~${sign(null, Buffer.from(text), privateKey).toString("base64url")}`;
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const key = { version: 9, publicKey: pem };
  const end = { lines: 1, digest: digest.hex(), keyVersion: 9, signature };
  return { forged: [...body, { key }, { end }], publicKey: pem };
}

test("a statement is proven with the server's key, and a file alone agrees with itself at most", async () => {
  const records = await makeRecords();
  const own = fingerprintOf(records.find(({ key }) => key)?.key?.publicKey) ?? "";
  const proven = await check(records, "--key", own);
  assert.equal(proven.code, 0, proven.said);
  assert.match(proven.said, /^ok {4}The file is complete and signed by the server\.$/m);
  assert.match(proven.said, /^The statement is proven\.$/m);

  const alone = await check(records);
  assert.equal(alone.code, 2, alone.said);
  assert.match(alone.said, new RegExp(`^The statement is signed with the key ${own}\\.$`, "m"));
  assert.match(alone.said, new RegExp(`^Blocks are signed with the key {3}${own}\\.$`, "m"));
  assert.match(alone.said, /agrees with itself, but anyone could have signed it\.\n.*--key FINGERPRINT$/m);
  assert.doesNotMatch(alone.said, /proven|the server signed/);

  const other = await check(records, "--key", "a".repeat(64));
  assert.equal(other.code, 1);
  assert.match(other.said, /The statement is signed with a key that wasn’t named\./);
  assert.match(other.said, /Block 1 is signed with a key that wasn’t named\./);

  const { forged, publicKey } = hideSale(records);
  const forger = fingerprintOf(publicKey) ?? "";
  const believed = await check(forged);
  assert.equal(believed.code, 2, believed.said);
  assert.match(believed.said, new RegExp(`^The statement is signed with the key ${forger}\\.$`, "m"));
  assert.match(believed.said, new RegExp(`^Blocks are signed with the key {3}${own}\\.$`, "m"));
  assert.doesNotMatch(believed.said, /proven|the server signed|WRONG/);

  const found = await check(forged, "--key", own);
  assert.equal(found.code, 1, found.said);
  assert.match(found.said, /^WRONG.*\n {6}The statement is signed with a key that wasn’t named\.$/m);
  assert.match(found.said, /^The statement is not proven\.$/m);
  assert.equal((await check(forged, "--key", forger)).code, 1, "the blocks are signed with another");
});
