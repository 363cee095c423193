"use client";

import { type ComponentType, lazy, Suspense, useEffect } from "react";
import type { Sandbox } from "./make-own-key";
import { keepOwnKey, useOwnKey } from "./own-key";
import type { OwnKeyBarProps } from "./own-key-bar";

/** Only for who is signed in: no one else loads it. */
const OwnKeyBar = lazy<ComponentType<OwnKeyBarProps>>(() =>
  import("./own-key-bar").then(
    (part) => ({ default: part.OwnKeyBar }),
    () => ({ default: () => null }),
  ),
);

/** Without a sandbox it shows nothing, and forgets the key of who was signed in before. */
export function OwnKeys({ sandboxes }: { readonly sandboxes: readonly Sandbox[] }) {
  const own = useOwnKey();
  const isOthers = own !== null && !sandboxes.some(({ slug }) => slug === own.tenant);
  useEffect(() => {
    if (isOthers) keepOwnKey(null);
  }, [isOthers]);
  if (sandboxes.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <OwnKeyBar sandboxes={sandboxes} own={own} />
    </Suspense>
  );
}
