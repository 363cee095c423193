export { askApproval, findAskedReversal, findAskedTier } from "./ask-approval";
export { decideApproval } from "./decide-approval";
export { eraseReferences } from "./erase-references";
export { isHigherTier, needsSecondOperator } from "./second-operator";
