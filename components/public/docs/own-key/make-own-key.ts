import { TRPCClientError } from "@trpc/client";
import { messageOf } from "@/components/trpc/message-of";
import { visitorClient } from "@/components/trpc/visitor-client";
import { serverNow } from "@/components/ui/values/device-clock";
import { keepOwnKey, type OwnKey } from "./own-key";

/** It ends by itself if it isn’t revoked. */
const HOURS = 24;

export interface Sandbox {
  readonly slug: string;
  readonly title: string;
}

const placeOf = (slug: string) => ({ tenant: slug, environment: "test" }) as const;

/** Null if it was done; else what to tell the reader. */
async function attempt(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

export function makeOwnKey({ slug, title }: Sandbox): Promise<string | null> {
  const { keys, merchants } = visitorClient.tenant;
  const place = placeOf(slug);
  const terms = { label: "Docs", requireSignature: false, allowedAddresses: [], hours: HOURS };
  return attempt(async () => {
    const names = await merchants.names.query(place);
    const made = await keys.create.mutate({ ...place, ...terms, key: crypto.randomUUID() });
    const expiresAt = new Date(serverNow() + HOURS * 3_600_000).toISOString();
    const { id, publicKey, secret } = made;
    keepOwnKey({ id, publicKey, secret, tenant: slug, title, merchant: names.at(-1)?.id ?? null, expiresAt });
  });
}

const isGone = (error: unknown) => error instanceof TRPCClientError && error.data?.code === "not_found";

/** Revokes it, unless it is already. */
export function forgetOwnKey({ id, tenant }: OwnKey): Promise<string | null> {
  return attempt(async () => {
    await visitorClient.tenant.keys.revoke.mutate({ ...placeOf(tenant), id }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    keepOwnKey(null);
  });
}
