import type { PushDevice } from "@/server/domain/pushes";
import { presentDevice } from "../shared/sessions";

export function presentPushDevice({ id, isCurrent, userAgent, requests, payments }: PushDevice) {
  return { id, isCurrent, device: presentDevice(userAgent), requests, payments };
}
