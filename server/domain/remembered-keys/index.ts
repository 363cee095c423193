export { proveKey, selectChangedKeys } from "./changed-keys";
export { ChangedKeyError, type KeyKind, RememberedKey } from "./remembered-key";
