import { Time } from "@/components/ui/values/time";

interface KeyUseProps {
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** When a key was last used, or that it was revoked. */
export function KeyUse({ lastUsedAt, revokedAt }: KeyUseProps) {
  if (revokedAt) {
    return (
      <>
        Revoked <Time at={revokedAt} as="relative" />
      </>
    );
  }
  return lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : <span className="text-muted">Never used</span>;
}
