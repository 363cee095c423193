export { RISK_RULE } from "./risk-rule";
export { type Habit, type RiskAssessment, scoreRisk } from "./score-risk";
