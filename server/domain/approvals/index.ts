export {
  decideApproval,
  eraseReferences,
  findAskedMoney,
  findAskedReversal,
  findAskedTier,
  type HeldChange,
  isHigherTier,
  needsSecondPerson,
  requestApproval,
  withdrawFileApproval,
} from "./approvals";
