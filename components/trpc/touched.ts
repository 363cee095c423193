import type { Mutation, Query } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/types";

type Inputs = inferRouterInputs<AppRouter>;
type Audience = keyof Inputs & string;
type NounOf<A extends Audience> = `${A}.${keyof Inputs[A] & string}`;
type Noun = { [A in Audience]: NounOf<A> }[Audience];
type ProcedureOf<A extends Audience> = {
  [N in keyof Inputs[A] & string]: `${A}.${N}.${keyof Inputs[A][N] & string}`;
}[keyof Inputs[A] & string];
type Procedure = { [A in Audience]: ProcedureOf<A> }[Audience];

/**
 * The nouns that mutations of an audience, noun, or procedure change on a page, where that isn't just their own. The longest name
 * applies.
 */
const TOUCHED: { readonly [Name in Audience | Noun | Procedure]?: readonly (Audience | Noun)[] } = {
  // Several nouns show an operator's act, or it waits in Approvals.
  network: ["network"],
  "shared.passkeys": ["shared.passkeys", "shared.sessions"],
  "shared.passkeys.begin": [],
  // Its codes must be stored before the page notices that it is on.
  "shared.secondFactor": [],
  "shared.secondFactor.disable": ["shared.sessions"],
  // These three end the session.
  "shared.personalData.erase": [],
  "shared.sessions.endAll": [],
  "shared.sessions.signOut": [],
  // Its caller resets every query.
  "shared.sessions.chooseMember": [],
  "tenant.bulkJobs": ["tenant"],
  "tenant.firstRun": ["tenant"],
  "tenant.keys": ["tenant.keys", "tenant.firstRun"],
  "tenant.memberImports": ["tenant.bulkJobs", "tenant.members"],
  "tenant.sandboxClock": ["tenant"],
  "tenant.settlement": ["tenant.settlement", "tenant.merchants"],
  "tenant.team": ["tenant.team", "shared.sessions"],
  "tenant.tenants": ["tenant.tenants", "shared.sessions"],
  "tenant.webhooks": ["tenant.webhooks", "tenant.firstRun", "tenant.workbench"],
  // Balance, limits, and lists of a wallet follow from one another.
  wallet: ["wallet"],
  "wallet.pushes": ["wallet.pushes"],
};

const pathOf = ([path]: readonly unknown[]): string => (Array.isArray(path) ? path.join(".") : "");

/** Tells which queries show what the mutation changed, by tRPC's keys of both. Null: none does. */
export function queriesTouchedBy({ options }: Pick<Mutation, "options">): ((query: Query) => boolean) | null {
  const procedure = pathOf(options.mutationKey ?? []);
  const noun = procedure.slice(0, procedure.lastIndexOf("."));
  const [audience = ""] = noun.split(".");
  const table: Readonly<Record<string, readonly string[] | undefined>> = TOUCHED;
  const touched = table[procedure] ?? table[noun] ?? table[audience] ?? [noun];
  if (procedure === "" || touched.length === 0) return null;
  return ({ queryKey }) => touched.some((name) => `${pathOf(queryKey)}.`.startsWith(`${name}.`));
}
