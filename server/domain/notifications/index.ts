export { eraseNotifications } from "./erase-notifications";
export { notifyPeople } from "./notify-people";
export { countUnread, listNotifications, markRead, type Notification } from "./read-notifications";
export { resolveEach, resolveNotices } from "./resolve-notices";
