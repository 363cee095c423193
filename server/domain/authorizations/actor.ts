import type { AcquirerCaller } from "../caller";
import type { AuthorizationRow } from "./authorization";

/** Columns of who moved money and by which request. Rows from before they were kept have none. */
export type ActorColumns = Pick<AuthorizationRow, "actorKind" | "actorId">;

/** A person is the user; a program is the key it came with. */
export function actorOf(caller: AcquirerCaller): ActorColumns {
  switch (caller.kind) {
    case "staff":
      return { actorKind: "staff", actorId: caller.userId };
    case "tenant":
      return { actorKind: "api_key", actorId: caller.apiKeyId };
    case "merchant":
      return { actorKind: "merchant_key", actorId: caller.merchantKeyId };
  }
}
