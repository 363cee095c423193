import { parse } from "../load/client";
import { type Exchange, isSuccess, settledBy } from "../load/history";

/** Fields that are returned only once, never on a replay. A member's code is another; it has no PIN. */
const ONCE_ONLY = ["pin", "secret", "key", "link", "panToken", "secretShown"];
/** Personal data, which stored answers don't repeat. */
const PERSON = ["name", "externalId", "email", "metadata"];
const DISPUTED = ["note", "message", "answer"];
const ONCE_ONLY_OF: Readonly<Record<string, readonly string[]>> = {
  createMemberCode: ["code"],
  replaceMemberCode: ["code"],
  createMember: PERSON,
  updateMember: PERSON,
  openFloat: ["bankAccount"],
  createFunding: ["bankReference"],
  reverseFunding: ["bankReference"],
  openSandboxDispute: DISPUTED,
  closeDispute: DISPUTED,
  answerSandboxDispute: DISPUTED,
};

/** Checks each exchange by itself: it is settled, never answered with a 500, done once, and all its answers agree. */
export function checkHistory(history: readonly Exchange[]): string[] {
  return history.flatMap((exchange) => {
    const name = `${exchange.operation} ${exchange.key ?? ""}`;
    return problemsOf(exchange).map((problem) => `${name}: ${problem}`);
  });
}

function problemsOf(exchange: Exchange): string[] {
  const problems = [...exchange.objections];
  if (!settledBy(exchange)) problems.push("was never answered");
  if (exchange.tries.some(({ status }) => status === 500)) problems.push("was answered with 500");
  if (exchange.key === null) return problems;
  const successes = exchange.tries.filter(isSuccess);
  if (successes.filter(({ isReplay }) => !isReplay).length > 1) problems.push("was done twice, by its answers");
  const answers = new Set(successes.map(({ text }) => withoutSecrets(text, ONCE_ONLY_OF[exchange.operation] ?? [])));
  if (answers.size > 1) problems.push(`has answers that differ: ${[...answers].join(" and ")}`);
  return problems;
}

function withoutSecrets(text: string, others: readonly string[]): string {
  const answer = parse(text);
  if (typeof answer !== "object" || answer === null) return text;
  return JSON.stringify(Object.entries(answer).filter(([name]) => ![...ONCE_ONLY, ...others].includes(name)));
}

/** The records that must exist according to the answers, once per effect. */
export function expectedRecords(history: readonly Exchange[]): string[] {
  return history.flatMap((exchange) => {
    const settled = settledBy(exchange);
    if (!settled || !isSuccess(settled)) return [];
    return [...exchange.effects, ...(exchange.key === null ? [] : [`key ${exchange.key}`])];
  });
}

export function compareRecords(expected: readonly string[], found: readonly string[]): string[] {
  const balance = new Map<string, number>();
  for (const record of expected) balance.set(record, (balance.get(record) ?? 0) - 1);
  for (const record of found) balance.set(record, (balance.get(record) ?? 0) + 1);
  return [...balance].flatMap(([record, count]) => {
    if (count === 0) return [];
    return [
      count < 0 ? `acknowledged, and ${-count} lacking: ${record}` : `${count} more than acknowledged: ${record}`,
    ];
  });
}
