import type { Passkey } from "@/server/domain/users";
import { presentDate } from "./values";

export function presentPasskey({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey) {
  return { id, name, isBackedUp, createdAt: presentDate(createdAt), lastUsedAt: presentDate(lastUsedAt) };
}
