export { findNetworkKey, markNetworkKeyUsed, type NetworkKey, storeNetworkKeyTag } from "./find-network-key";
export {
  createNetworkKey,
  type ListedNetworkKey,
  listNetworkKeys,
  type NewNetworkKey,
  revokeNetworkKey,
} from "./network-keys";
