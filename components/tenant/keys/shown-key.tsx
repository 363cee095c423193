"use client";

import { ShownOnce } from "@/components/ui/feedback/show-once";

export interface FreshKey {
  readonly publicKey: string;
  readonly secret: string;
}

export function ShownKey({ fresh, onDone }: { readonly fresh: FreshKey; readonly onDone: () => void }) {
  return (
    <ShownOnce
      values={[
        { label: "Public key", value: fresh.publicKey, variable: "CLOSED_LOOP_API_KEY" },
        { label: "Secret", value: fresh.secret, variable: "CLOSED_LOOP_SECRET" },
      ]}
      fileName="closed-loop.env"
      onDone={onDone}
    >
      Anyone with both can act as your organization. You can’t see this secret again. If you lose it, roll the key.
    </ShownOnce>
  );
}
