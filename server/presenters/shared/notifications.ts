import type { Notification } from "@/server/domain/notifications";
import { presentDate } from "./values";

export function presentNotification({ id, kind, environment, title, text, href, createdAt, readAt }: Notification) {
  return { id, kind, environment, title, text, href, isRead: readAt !== null, createdAt: presentDate(createdAt) };
}
