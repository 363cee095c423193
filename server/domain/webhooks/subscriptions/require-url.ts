import { DomainError } from "@/server/domain/errors";
import { getWebhookSender } from "../ports";

/** Contract 4.4: https on the public internet. Throws `validation_error` with the reason. */
export async function requireUrl(url: string): Promise<void> {
  const reason = await getWebhookSender().refuseUrl(url);
  if (reason === null) return;
  throw new DomainError("validation_error", `url: ${reason}`, {
    field: "url",
    details: { issues: [{ field: "url", message: reason }] },
  });
}
