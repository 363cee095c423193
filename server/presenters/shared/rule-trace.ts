import { type NamedDecision, nameOfRule } from "@/server/domain/authorizations";
import { presentAvsResult, presentCategory, presentCvvResult, presentEntryMode } from "./codes";
import { presentAmount } from "./values";

const SAY: Readonly<Record<string, (code: string) => string>> = {
  mcc: presentCategory,
  mode: presentEntryMode,
  avsResult: presentAvsResult,
  cvvResult: presentCvvResult,
};

/** Shows `availableMinor: "1200"` as `available: 12`, so that nobody reads cents as dollars. */
type Seen = Readonly<Record<string, unknown>>;

function presentSeen(saw: Seen, currency: string): { name: string; value: string | number | null }[] {
  // Allowed values use the same code list as the requested one.
  const asked = Object.keys(SAY).find((key) => key in saw);
  return Object.entries(saw).map(([key, value]) => {
    const say = SAY[key === "allowed" && asked ? asked : key] ?? String;
    const isMinor = key.endsWith("Minor");
    const name = isMinor ? key.slice(0, -"Minor".length) : key;
    if (value === null || value === undefined) return { name, value: null };
    if (isMinor && typeof value === "string" && /^-?\d+$/.test(value)) {
      return { name, value: presentAmount(BigInt(value), currency) };
    }
    // An empty list of allowed values allows everything.
    if (Array.isArray(value)) return { name, value: value.length === 0 ? "any" : value.map(say).join(", ") };
    if (typeof value === "boolean") return { name, value: value ? "yes" : "no" };
    return { name, value: typeof value === "object" ? JSON.stringify(value) : say(String(value)) };
  });
}

export function presentRuleTrace(
  decision: Pick<NamedDecision, "rules" | "risk"> | null,
  currency: string,
  isOwnMember: boolean,
) {
  // Hides balance and limits of another tenant's member.
  const isShown = (code: string) => isOwnMember || (code !== "51" && code !== "61" && code !== "65");
  return {
    rules: (decision?.rules ?? []).map(({ id, code, passed, saw }) => ({
      rule: nameOfRule(id),
      code,
      hasPassed: passed,
      saw: isShown(code) ? presentSeen(saw, currency) : [],
    })),
    risk: (decision?.risk ?? []).map(({ saw, ...rule }) => ({
      ...rule,
      saw: isOwnMember ? presentSeen(saw, currency) : [],
    })),
  };
}
