import assert from "node:assert/strict";
import { test } from "node:test";
import { hashBlock } from "@/server/contracts/statement-proof/block";
import type { ProvenBlock, ProvenLine, ProvenStatement } from "@/server/contracts/statement-proof/document";
import { withTestDatabase } from "@/server/testing/database";
import { checkProof, createTestStatement, proofOf } from "@/server/testing/factories/statement-proofs";

withTestDatabase();

let made: ReturnType<typeof createTestStatement> | null = null;
const findMade = () => {
  made ??= createTestStatement();
  return made;
};

interface Parsed {
  readonly format: string;
  readonly statement: ProvenStatement;
  line: ProvenLine;
  block: ProvenBlock;
  end: { lines: number; digest: string };
}
type Records = Partial<Parsed>[];

const find = <Name extends keyof Parsed>(records: Records, name: Name): Parsed[Name] => {
  const found = records.find((record) => name in record)?.[name];
  assert.ok(found);
  return found;
};

interface Forgery {
  readonly what: string;
  readonly how: (records: Records) => unknown;
  readonly fails: readonly string[];
  readonly says: RegExp;
}

const FORGERIES: readonly Forgery[] = [
  {
    what: "a line’s amount is changed",
    how: (records) => Object.assign(find(records, "line"), { amountMinor: "2000" }),
    fails: ["whole", "lines", "booked"],
    says: /^The books moved 10\.00 USD, not 20\.00 USD: off by -10\.00 USD\. \w{17}$/,
  },
  {
    what: "a line is dropped",
    how: (records) => records.splice(1, 1),
    fails: ["whole", "lines", "booked"],
    says: /^The signature is over 4 lines; 3 are here\.$/,
  },
  {
    what: "a line and the sums that it is in are changed",
    how: (records) => {
      Object.assign(find(records, "line"), { amountMinor: "1100" });
      Object.assign(find(records, "statement"), { capturedMinor: "6105", payoutMinor: "5600" });
    },
    fails: ["whole", "booked", "paid"],
    says: /^The books paid out 55\.00 USD: off by -1\.00 USD\.$/,
  },
  {
    what: "a line is there twice",
    how: (records) => records.splice(1, 0, { ...records[1] }),
    fails: ["whole", "lines", "booked"],
    says: /^A line is there twice\. \w{17}$/,
  },
  {
    what: "the payout is changed",
    how: (records) => Object.assign(find(records, "statement"), { payoutMinor: "5501" }),
    fails: ["whole", "payout", "paid"],
    says: /off by 0\.01 USD\.$/,
  },
  {
    what: "a debt is made up",
    how: (records) => Object.assign(find(records, "statement"), { payoutMinor: "5600", carriedOutMinor: "-100" }),
    fails: ["whole", "payout", "paid"],
    says: /^Only a debt is carried/,
  },
  {
    what: "a reference is changed",
    how: (records) => Object.assign(find(records, "line"), { merchantReference: "order 99" }),
    fails: ["whole"],
    says: /aren’t what was signed/,
  },
  {
    what: "an entry is changed",
    how: (records) => Object.assign(find(records, "block").entries[1] ?? {}, { amountMinor: "1100" }),
    fails: ["booked", "sealed"],
    says: /^Block 1 didn’t seal these entries\. \w{17}/,
  },
  {
    what: "both entries of a posting are changed",
    how: (records) => {
      for (const entry of find(records, "block").entries.slice(0, 2)) entry.amountMinor += "0";
    },
    fails: ["booked", "sealed"],
    says: /^The books moved 100\.00 USD, not 10\.00 USD: off by 90\.00 USD\. \w{17}$/,
  },
  {
    what: "an entry is dropped",
    how: (records) => find(records, "block").entries.splice(0, 1),
    fails: ["booked", "sealed"],
    says: /^Posting \w{17} doesn’t balance/,
  },
  {
    what: "an entry changes its place",
    how: (records) => {
      for (const entry of find(records, "block").entries) entry.place += 1;
    },
    fails: ["sealed"],
    says: /^Block 1 didn’t seal/,
  },
  {
    what: "a posting is of another environment",
    how: (records) => {
      for (const entry of find(records, "block").entries.slice(0, 2)) entry.environment = "live";
    },
    fails: ["booked", "sealed"],
    says: /another currency or environment/,
  },
  {
    what: "a hash beside an entry is changed",
    how: (records) => find(records, "block").nodes.splice(0, 1, "a".repeat(64)),
    fails: ["sealed"],
    says: /^Block 1 didn’t seal/,
  },
  {
    what: "a hash too many is there",
    how: (records) => find(records, "block").nodes.push("a".repeat(64)),
    fails: ["sealed"],
    says: /^Block 1 didn’t seal/,
  },
  {
    what: "a block’s hash is changed",
    how: (records) => Object.assign(find(records, "block"), { hash: "a".repeat(64) }),
    fails: ["chained"],
    says: /^Block 1 isn’t what its hash says\.$/,
  },
  {
    what: "a block is made to fit, without the key",
    how: (records) => {
      const block = find(records, "block");
      Object.assign(block, { previousHash: "a".repeat(64) });
      Object.assign(block, { hash: hashBlock(block) });
    },
    fails: ["chained"],
    says: /^The signature of block 1 is not valid\.$/,
  },
  {
    what: "a block is sealed at another time",
    how: (records) => Object.assign(find(records, "block"), { sealedAt: 1 }),
    fails: ["chained"],
    says: /^Block 1 isn’t what its hash says\.$/,
  },
  {
    what: "the payout’s posting is left out",
    how: (records) => {
      for (const { block } of records)
        block?.entries.splice(0, 99, ...block.entries.filter(({ kind }) => kind !== "payout"));
    },
    fails: ["paid", "sealed"],
    says: /isn’t the one payout in the file/,
  },
  {
    what: "the signature of the statement is changed",
    how: (records) => Object.assign(find(records, "end"), { digest: "a".repeat(64) }),
    fails: ["whole"],
    says: /^The statement’s signature is not valid\.$/,
  },
  {
    what: "the file ends too early",
    how: (records) => records.splice(-1, 1),
    fails: ["whole"],
    says: /^The file ends too early\.$/,
  },
  {
    what: "something follows the end",
    how: (records) => records.push({ ...records[1] }),
    fails: ["whole"],
    says: /can’t be read\.$/,
  },
];

for (const { what, how, fails, says } of FORGERIES) {
  test(`the check finds it where ${what}`, async () => {
    const { tenant, id } = await findMade();
    const records = (await proofOf(tenant, id))
      .trimEnd()
      .split("\n")
      .map((line): Partial<Parsed> => JSON.parse(line));
    how(records);
    const checked = await checkProof(records.map((record) => JSON.stringify(record)).join("\n"));
    assert.deepEqual(
      checked.steps.filter(({ state }) => state === "fails").map(({ name }) => name),
      fails,
    );
    const said = checked.steps.flatMap(({ findings }) =>
      findings.map((finding) => `${finding.says} ${finding.lines.map(({ id: line }) => line).join(" ")}`.trim()),
    );
    assert.ok(
      said.some((one) => says.test(one)),
      JSON.stringify(said),
    );
  });
}
