export { proveKey, selectChangedKeys } from "./changed-keys";
export { KeyMemory } from "./key-memory";
export { markUse } from "./mark-use";
export { ChangedKeyError, type KeyKind, RememberedKey } from "./remembered-key";
