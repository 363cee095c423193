export { RISK_RULE } from "./risk-rule";
export { type Habit, RISK_LIMIT, RISK_WEIGHTS, type RiskAssessment, scoreRisk } from "./score-risk";
