export { notifyPeople } from "./notify-people";
export { bindNewsBell, ringNewsBell } from "./ports";
export { countUnread, listNotifications, markRead, type Notification } from "./read-notifications";
