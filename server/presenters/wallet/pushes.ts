import type { PushDevice } from "@/server/domain/pushes";
import { presentDevice } from "../shared/sessions";
import { presentDate } from "../shared/values";

export function presentPushDevice({ id, isCurrent, userAgent, requests, payments, createdAt }: PushDevice) {
  return { id, isCurrent, device: presentDevice(userAgent), requests, payments, createdAt: presentDate(createdAt) };
}
