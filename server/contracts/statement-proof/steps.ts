import { blockText, statementText } from "./block";
import type { ProvenStatement } from "./document";
import type { Finding, Gathered } from "./gathered";
import { fingerprintOf, isSignedBy } from "./signatures";

/** The claims of a statement; each builds on those before. */
type StepName = "whole" | "lines" | "payout" | "booked" | "charged" | "paid" | "sealed" | "chained";

export interface Step {
  readonly name: StepName;
  /** `open`: nothing is wrong, but not everything can be proved yet. */
  readonly state: "holds" | "fails" | "open";
  readonly says: string;
  readonly findings: readonly Finding[];
}

type SayMoney = (minor: bigint) => string;

interface Asked {
  readonly money: SayMoney;
  /** Fingerprints of the server's keys. Without any, a signature doesn't show who signed. */
  readonly keys: readonly string[];
}

type Outcome = Omit<Step, "name" | "state"> & { readonly isOpen?: boolean };

const stepOf = (name: Step["name"], { isOpen = false, says, findings }: Outcome): Step => ({
  name,
  says,
  findings,
  state: findings.length > 0 ? "fails" : isOpen ? "open" : "holds",
});

const count = (number: number, what: string) => `${number.toLocaleString("en-US")} ${what}${number === 1 ? "" : "s"}`;
const finding = (says: string, lines: Finding["lines"] = []): Finding => ({ says, lines });

export async function listSteps(gathered: Gathered, statement: ProvenStatement, asked: Asked): Promise<Step[]> {
  const { money, keys } = asked;
  return [
    stepOf("whole", await checkWhole(gathered, statement, keys)),
    stepOf("lines", checkLines(gathered, statement, money)),
    stepOf("payout", checkPayout(statement, money)),
    stepOf("booked", checkBooked(gathered, statement, money)),
    stepOf("charged", checkCharged(gathered, statement, money)),
    stepOf("paid", checkPaid(gathered, statement, money)),
    stepOf("sealed", checkSealed(gathered)),
    stepOf("chained", await checkChained(gathered, keys)),
  ];
}

/** Whether the signer isn't among the named keys. */
const isNotOf = (key: string | undefined, named: readonly string[]) =>
  key !== undefined && named.length > 0 && !named.includes(fingerprintOf(key) ?? "");

async function checkWhole(
  { end, digest, lineIds, keys, found }: Gathered,
  { id }: ProvenStatement,
  named: readonly string[],
): Promise<Outcome> {
  const says =
    named.length > 0
      ? "The file is complete and signed by the server."
      : "The file is complete and its signature matches.";
  const findings = [...found.whole];
  if (!end) return { says, findings: [...findings, finding("The file ends too early.")] };
  if (end.lines !== lineIds.size) {
    findings.push(finding(`The signature is over ${count(end.lines, "line")}; ${lineIds.size} are here.`));
  }
  if (end.digest !== digest) findings.push(finding("The statement or its lines aren’t what was signed."));
  const key = keys.get(end.keyVersion);
  const isSigned =
    key === undefined ? false : await isSignedBy(key, statementText({ id, digest: end.digest }), end.signature);
  if (isSigned === false) findings.push(finding("The statement’s signature is not valid."));
  if (isNotOf(key, named)) findings.push(finding("The statement is signed with a key that wasn’t named."));
  if (isSigned !== null) return { says, findings };
  return { says: "The file is complete. This browser can’t check its signature.", findings, isOpen: true };
}

function checkLines({ totals, found }: Gathered, statement: ProvenStatement, money: SayMoney): Outcome {
  const { captureCount, capturedMinor, refundCount, refundedMinor, feeMinor } = totals;
  const findings = [...found.lines];
  const compare = (what: string, counted: number, said: number, sum: bigint, saidMinor: bigint) => {
    if (counted !== said)
      findings.push(finding(`The statement counts ${count(said, what)}; its lines are ${counted}.`));
    const offBy = sum - saidMinor;
    if (offBy === 0n) return;
    findings.push(finding(`The ${what}s come to ${money(sum)}, not ${money(saidMinor)}: off by ${money(offBy)}.`));
  };
  compare("capture", captureCount, statement.captureCount, capturedMinor, BigInt(statement.capturedMinor));
  compare("refund", refundCount, statement.refundCount, refundedMinor, BigInt(statement.refundedMinor));
  const feeOffBy = feeMinor - BigInt(statement.feeMinor);
  if (feeOffBy !== 0n) {
    const says = `The lines’ fees come to ${money(feeMinor)}, not ${money(BigInt(statement.feeMinor))}`;
    findings.push(finding(`${says}: off by ${money(feeOffBy)}.`));
  }
  const refunds = `, ${count(refundCount, "refund")} to ${money(refundedMinor)}`;
  return {
    says: `${count(captureCount, "capture")} come to ${money(capturedMinor)}${refundCount > 0 ? refunds : ""}.`,
    findings,
  };
}

function checkPayout(statement: ProvenStatement, money: SayMoney): Outcome {
  const [captured, refunded] = [BigInt(statement.capturedMinor), BigInt(statement.refundedMinor)];
  const [carriedIn, payout] = [BigInt(statement.carriedInMinor), BigInt(statement.payoutMinor)];
  const fee = BigInt(statement.feeMinor);
  const carriedOut = BigInt(statement.carriedOutMinor);
  const net = captured - refunded - fee + carriedIn;
  const offBy = payout + carriedOut - net;
  const findings: Finding[] = [];
  if (offBy !== 0n)
    findings.push(
      finding(
        `Captures less refunds${fee === 0n ? "" : ", the fee,"} and what was carried in are ${money(net)}: off by ${money(offBy)}.`,
      ),
    );
  const isDivided = carriedOut === 0n ? payout >= 0n : payout === 0n && carriedOut < 0n;
  if (!isDivided) findings.push(finding("Only a debt is carried, and nothing is paid out with one."));
  const charged = fee === 0n ? "" : fee > 0n ? ` − ${money(fee)} fee` : ` + ${money(-fee)} of fees returned`;
  const carried = carriedOut === 0n ? "" : ` ${money(carriedOut)} is carried into the next.`;
  return {
    says: `${money(captured)} − ${money(refunded)}${charged} + ${money(carriedIn)} carried in = ${money(payout)} paid out.${carried}`,
    findings,
  };
}

function checkBooked(gathered: Gathered, { currency, environment }: ProvenStatement, money: SayMoney): Outcome {
  const findings: Finding[] = [];
  let booked = 0;
  for (const [id, { entry, entries, sumMinor }] of gathered.postings) {
    const lines = gathered.linesOf(entry);
    if (sumMinor !== 0n || entries < 2)
      findings.push(finding(`Posting ${id} doesn’t balance: off by ${money(sumMinor)}.`, lines));
    const isOurs =
      entry.currency === currency && entry.postingCurrency === currency && entry.environment === environment;
    if (!isOurs) findings.push(finding(`Posting ${id} is of another currency or environment.`, lines));
    if (entry.kind !== "payout" && entry.kind !== "fee") booked += 1;
  }
  for (const { lines, linesMinor, elsewhereMinor, bookedMinor, postings } of gathered.movements.values()) {
    const offBy = bookedMinor - linesMinor - elsewhereMinor;
    if (lines.length === 0) findings.push(finding("A posting moved money that no line has."));
    else if (postings === 0) findings.push(finding("No posting moved this money.", lines));
    else if (offBy !== 0n) {
      findings.push(
        finding(
          `The books moved ${money(bookedMinor)}, not ${money(linesMinor + elsewhereMinor)}: off by ${money(offBy)}.`,
          lines,
        ),
      );
    }
  }
  return {
    says: `${count(booked, "posting")} moved exactly these amounts, and debits equal credits in each.`,
    findings,
  };
}

interface OwnPosting {
  readonly kind: "fee" | "payout";
  readonly posting: string | null;
  readonly amount: bigint;
  readonly none: string;
  readonly says: string;
  /** Start of the sentence: `The books paid out`. */
  readonly moved: string;
}

function checkCharged(gathered: Gathered, { feePosting, feeMinor }: ProvenStatement, money: SayMoney): Outcome {
  const amount = BigInt(feeMinor);
  const says =
    amount < 0n ? `Fees of ${money(-amount)} came back to the merchant.` : `The fee of ${money(amount)} was charged.`;
  const own = { kind: "fee", posting: feePosting, amount, none: "Nothing was charged.", says } as const;
  return checkOwnPosting(gathered, { ...own, moved: "The books charged" }, money);
}

function checkPaid(gathered: Gathered, { payoutPosting, payoutMinor }: ProvenStatement, money: SayMoney): Outcome {
  const amount = BigInt(payoutMinor);
  const says = `The payout of ${money(amount)} left the merchant’s account.`;
  const own = { kind: "payout", posting: payoutPosting, amount, none: "Nothing was paid out.", says } as const;
  return checkOwnPosting(gathered, { ...own, moved: "The books paid out" }, money);
}

function checkOwnPosting({ postings }: Gathered, own: OwnPosting, money: SayMoney): Outcome {
  const { kind, amount, says } = own;
  const found = [...postings.values()].filter(({ entry }) => entry.kind === kind);
  if (own.posting === null) {
    const findings = amount === 0n && found.length === 0 ? [] : [finding(`A ${kind} has no posting.`)];
    return { says: own.none, findings };
  }
  const [posting, ...others] = found;
  if (!posting || posting.entry.posting !== own.posting || others.length > 0) {
    return { says, findings: [finding(`Posting ${own.posting} isn’t the one ${kind} in the file.`)] };
  }
  const moved = -posting.merchantMinor;
  const findings = moved === amount ? [] : [finding(`${own.moved} ${money(moved)}: off by ${money(moved - amount)}.`)];
  return { says, findings };
}

const formatEntries = (number: number, one: string, many: string) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? `entry ${one}` : `entries ${many}`}`;

function checkSealed({ counts, blocks, found }: Gathered): Outcome {
  const { sealed, waiting } = counts;
  const says = [
    ...(sealed > 0 ? [`${formatEntries(sealed, "stands", "stand")} in ${count(blocks.size, "sealed block")}.`] : []),
    ...(waiting > 0 ? [`${formatEntries(waiting, "isn’t", "aren’t")} sealed yet.`] : []),
  ];
  return { says: says.join(" "), findings: found.sealed, isOpen: waiting > 0 };
}

async function checkChained({ blocks, keys, found }: Gathered, named: readonly string[]): Promise<Outcome> {
  const findings = [...found.chained];
  let [links, unknown] = [0, 0];
  for (const { number, hash, previousHash, signature, keyVersion } of blocks.values()) {
    const before = blocks.get((BigInt(number) - 1n).toString());
    if (before && before.hash !== previousHash)
      findings.push(finding(`Block ${number} doesn’t follow block ${before.number}.`));
    if (before) links += 1;
    const key = keyVersion === null ? undefined : keys.get(keyVersion);
    const isSigned =
      keyVersion === null ? null : key !== undefined && (await isSignedBy(key, blockText({ number, hash }), signature));
    if (isSigned === false) findings.push(finding(`The signature of block ${number} is not valid.`));
    if (isNotOf(key, named)) findings.push(finding(`Block ${number} is signed with a key that wasn’t named.`));
    if (isSigned === null) unknown += 1;
  }
  const linked = links > 0 ? `, and ${links} of them hold${links === 1 ? "s" : ""} the hash of the one before` : "";
  const says = `Every block has ${named.length > 0 ? "the server’s signature" : "a valid signature"}${linked}.`;
  if (blocks.size === 0) return { says: "No block to check yet.", findings, isOpen: true };
  if (unknown === 0) return { says, findings };
  return { says: `${says} ${count(unknown, "signature")} can’t be checked here.`, findings, isOpen: true };
}
