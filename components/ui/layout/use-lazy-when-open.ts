import { type ComponentType, useEffect, useState } from "react";
import { noteMissingPart } from "../connection/connection";

/**
 * Loads a rarely shown component, such as a dialog, on first use and keeps it. `load` must be a stable function. A failure
 * doesn't break the page: the band reports it, and `onFail` resets the request.
 */
export function useLazyWhenOpen<Props>(
  load: () => Promise<ComponentType<Props>>,
  isShown: boolean,
  onFail: () => void,
) {
  const [loaded, setLoaded] = useState<{ readonly it: ComponentType<Props> }>();
  const isMissing = isShown && !loaded;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once per opening, whatever else changes
  useEffect(() => {
    if (!isMissing) return;
    let isAsked = true;
    load().then(
      (it) => isAsked && setLoaded({ it }),
      () => {
        if (!isAsked) return;
        void noteMissingPart();
        onFail();
      },
    );
    return () => {
      isAsked = false;
    };
  }, [isMissing]);
  return loaded?.it ?? null;
}
