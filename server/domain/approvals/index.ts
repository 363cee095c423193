export {
  decideApproval,
  eraseReferences,
  findAskedReversal,
  findAskedTier,
  isHigherTier,
  needsSecondOperator,
  requestApproval,
  withdrawFileApproval,
} from "./approvals";
