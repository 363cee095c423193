import { bindNewsBell } from "@/server/domain/notifications";
import { ringNews } from "@/server/inngest/news-bell";

/** Once events have somewhere to go. */
export function bindNews(): void {
  bindNewsBell(ringNews);
}
