// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines as they stand in the code.
/**
 * Mutants that no test can distinguish from the code, and why. `npm run test:mutants` fails for a survivor not listed here, and
 * for a row that no longer survives. `line` is where the change begins; `becomes` is the replacement.
 */
export const SURVIVORS = [
  {
    file: "server/domain/authorizations/authorize/decide.ts",
    line: "return list.length === 0 || (value !== null && list.includes(value));",
    becomes: "true",
    because: "No list of texts includes null; the question is there for the compiler.",
  },
  {
    file: "server/domain/authorizations/move/draw-from.ts",
    line: "const takenMinor = available < left ? available : left;",
    becomes: "available <= left",
    because: "Where both are equal, either is taken.",
  },
  {
    file: "server/domain/authorizations/statuses.ts",
    line: 'return rule?.status ?? "Authorization Reversed";',
    becomes: "rule.status",
    because: "The last row of the table fits whatever the others leave; the question is there for the compiler.",
  },
  {
    file: "server/domain/authorizations/statuses.ts",
    line: 'return rule?.status ?? "Authorization Reversed";',
    becomes: '""',
    because: "The last row of the table fits whatever the others leave; the answer is there for the compiler.",
  },
  {
    file: "server/domain/authorizations/statuses.ts",
    line: "return sql`(CASE WHEN outcome = 'declined' THEN 'declined' ${join(cases, \" \")} ELSE ${STATES.reversed} END)`;",
    becomes: '""',
    because: "SQL needs no space behind a text.",
  },
  {
    file: "server/domain/authorizations/statuses.ts",
    line: 'state === "captured" ? sql`${STATE} = ${STATES[state]}` : sql`${STATE} = ${STATES[state]} AND ${IS_BY_STATE}`;',
    becomes: "true",
    because: "Both say the same. The longer one lets an index serve, which prisma/index-uses.test.ts sees.",
  },
  {
    file: "server/domain/payment-codes/decide-code.ts",
    line: "amountMinor === null || code.maxAmountMinor === null || amountMinor <= code.maxAmountMinor,",
    becomes: "false",
    because: "Without an amount, null counts as 0, which is within every maximum.",
  },
  {
    file: "server/domain/payment-codes/decide-code.ts",
    line: "passes: ({ code, now }) => code.nextUseOn === null || dayOf(now) >= code.nextUseOn,",
    becomes: "false",
    because: "Null counts as 1970, which every day is after.",
  },
  {
    file: "server/domain/payment-codes/payment-code.ts",
    line: "return end !== null && end < code.expiresAt ? end : code.expiresAt;",
    becomes: "end <= code.expiresAt",
    because: "Where both are equal, either is taken.",
  },
  {
    file: "server/domain/recurring/decide-charge.ts",
    line: "passes: ({ agreement, now }) => agreement.nextChargeOn === null || dayOf(now) >= agreement.nextChargeOn,",
    becomes: "false",
    because: "Null counts as 1970, which every day is after.",
  },
  {
    file: "server/domain/risk/score-risk.ts",
    line: "points: ({ mode }) => (mode !== null && CARD_NOT_PRESENT.has(mode) ? 10 : 0),",
    becomes: "true",
    because: "The set holds no null; the question is there for the compiler.",
  },
  {
    file: "server/api/kit/signature.ts",
    line: "const SIGNATURE = /^sha256=[0-9a-fA-F]{64}$/;",
    becomes: "/sha256=[0-9a-fA-F]{64}$/",
    because: "What stands before it makes the text longer than the digest, and the comparison refuses it.",
  },
  {
    file: "server/api/kit/signature.ts",
    line: "const SIGNATURE = /^sha256=[0-9a-fA-F]{64}$/;",
    becomes: "/^sha256=[0-9a-fA-F]{64}/",
    because: "What stands behind it makes the text longer than the digest, and the comparison refuses it.",
  },
  {
    file: "server/api/kit/signature.ts",
    line: "const sent = timestamp !== null && /^\\d{1,15}$/.test(timestamp) ? Number(timestamp) : null;",
    becomes: "true",
    because: "The pattern takes null for the word, which has no digits.",
  },
  {
    file: "server/api/kit/signature.ts",
    line: "if (sent !== null && Math.abs(now.getTime() / 1000 - sent) <= MAX_DRIFT_SECONDS) return;",
    becomes: "true",
    because: "Null counts as 1970, which is no time of ours.",
  },
  {
    file: "server/api/kit/signature.ts",
    line: "const sentMilliseconds = sent !== null && sent >= MILLISECONDS_FROM;",
    becomes: "true",
    because: "Null counts as 0, which is below.",
  },
  {
    file: "server/api/kit/signature.ts",
    line: 'const drift = `${Math.abs(driftSeconds)} seconds ${driftSeconds < 0 ? "behind" : "ahead of"} our clock`;',
    becomes: "driftSeconds <= 0",
    because: "A drift of 0 is not refused, so nothing is said of it.",
  },
  {
    file: "server/inngest/engine-signature.ts",
    line: "const PREFIX = /^signkey-\\w+-/;",
    becomes: "/signkey-\\w+-/",
    because: "Our own key begins with it, and goes on in hexadecimal digits.",
  },
  {
    file: "server/inngest/engine-signature.ts",
    line: 'const [, seconds, hex] = SIGNATURE.exec(request.headers.get("x-inngest-signature") ?? "") ?? [];',
    becomes: '"Stryker was here!"',
    because: "Any text that is no signature does.",
  },
  {
    file: "server/inngest/engine-signature.ts",
    line: 'const [, seconds, hex] = SIGNATURE.exec(request.headers.get("x-inngest-signature") ?? "") ?? [];',
    becomes: '["Stryker was here"]',
    because: "The first element is left out.",
  },
  {
    file: "server/inngest/engine-signature.ts",
    line: "if (!seconds || !hex || Math.abs(now().getTime() / 1000 - Number(seconds)) > MAX_DRIFT_SECONDS) return null;",
    becomes: "!seconds && !hex",
    because: "The pattern finds both or none; the compiler wants both asked for.",
  },
  {
    file: "server/outbound/url-policy.ts",
    line: 'const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));',
    becomes: "true",
    because: "Without https and without a port it is refused: both 80 and 443 are below what localhost may use.",
  },
  {
    file: "server/outbound/url-policy.ts",
    line: 'const host = url.hostname.replace(/^\\[(.*)\\]$/, "$1");',
    becomes: "/\\[(.*)\\]$/",
    because: "A parsed hostname has brackets around an IPv6 address alone.",
  },
  {
    file: "server/outbound/url-policy.ts",
    line: 'const host = url.hostname.replace(/^\\[(.*)\\]$/, "$1");',
    becomes: "/^\\[(.*)\\]/",
    because: "A parsed hostname has brackets around an IPv6 address alone.",
  },
];
