export {
  askApproval,
  decideApproval,
  eraseReferences,
  findAskedReversal,
  findAskedTier,
  isHigherTier,
  needsSecondOperator,
  withdrawFileApproval,
} from "./approvals";
