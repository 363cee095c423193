export { proveKey, selectChangedKeys } from "./changed-keys";
export { KeyMemory } from "./key-memory";
export { ChangedKeyError, type KeyKind, RememberedKey } from "./remembered-key";
