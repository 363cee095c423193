export {
  decideApproval,
  eraseReferences,
  findAskedReversal,
  findAskedTier,
  isHigherTier,
  needsSecondPerson,
  requestApproval,
  withdrawFileApproval,
} from "./approvals";
