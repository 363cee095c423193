export {
  askApproval,
  decideApproval,
  eraseReferences,
  findAskedReversal,
  findAskedTier,
  isHigherTier,
  needsSecondOperator,
} from "./approvals";
