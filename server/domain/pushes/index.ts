export {
  changePushDevice,
  erasePushDevices,
  listPushDevices,
  type PushDevice,
  removePushDevice,
  renewPushDevice,
  sendTestPush,
} from "./devices/devices";
export { turnOnPushes } from "./devices/turn-on-pushes";
export { bindPushQueue, type PushQueue } from "./news/bind-push-queue";
export { bindPushSender, type PushSender } from "./ports";
export { currentSenderKey } from "./sending/sender-key";
export { sweepPushes } from "./sweep-pushes";
