import { nameOfRule } from "@/server/domain/authorizations";
import { presentAvsResult, presentCategory, presentCvvResult, presentEntryMode } from "./codes";
import { isRecord, presentAmount } from "./values";

type Json = Readonly<Record<string, unknown>>;

function recordsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

const SAY: Readonly<Record<string, (code: string) => string>> = {
  mcc: presentCategory,
  mode: presentEntryMode,
  avsResult: presentAvsResult,
  cvvResult: presentCvvResult,
};

/** Shows `availableMinor: "1200"` as `available: 12`, so that nobody reads cents as dollars. */
function presentSeen(saw: unknown, currency: string): { name: string; value: string | number | null }[] {
  if (!isRecord(saw)) return [];
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

export function presentRuleTrace(decision: unknown, currency: string, isOwnMember: boolean) {
  const { rules, risk } = isRecord(decision) ? decision : { rules: [], risk: [] };
  // Hides balance and limits of another tenant's member.
  const seen = (rule: Json) =>
    isOwnMember || (rule.code !== "51" && rule.code !== "61" && rule.code !== "65")
      ? presentSeen(rule.saw, currency)
      : [];
  return {
    rules: recordsOf(rules).map((rule) => ({
      // Older traces store names instead of ids.
      rule: typeof rule.id === "string" ? nameOfRule(rule.id) : String(rule.rule),
      code: String(rule.code),
      hasPassed: rule.passed === true,
      saw: seen(rule),
    })),
    risk: recordsOf(risk).map((rule) => ({
      rule: String(rule.rule),
      points: Number(rule.points),
      weight: Number(rule.weight),
      saw: isOwnMember ? presentSeen(rule.saw, currency) : [],
    })),
  };
}
