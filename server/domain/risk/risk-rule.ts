import type { Rule } from "../declines";
import { RISK_LIMIT, type RiskAssessment } from "./score-risk";

/** The last rule of every decision about a new transaction; what is not scored passes. */
export const RISK_RULE: Rule<{ readonly risk: RiskAssessment | null }> = {
  id: "risk",
  name: `risk score is under ${RISK_LIMIT}`,
  code: "05",
  saw: ({ risk }) => ({ score: risk?.score ?? null }),
  passes: ({ risk }) => risk === null || risk.score < RISK_LIMIT,
};
