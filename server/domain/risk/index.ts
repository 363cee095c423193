export { type Habit, RISK_LIMIT, RISK_RULE, RISK_WEIGHTS, type RiskAssessment, scoreRisk } from "./score-risk";
