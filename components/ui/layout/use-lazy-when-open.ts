import { type ComponentType, useEffect, useState } from "react";
import { noteMissingPart } from "../connection/connection";

/**
 * What a page rarely shows, such as a dialog: loaded when it is first to be shown, and kept. `load` must be one and the
 * same function each time. What can't be loaded now must not take the page with it: the band says so, and `onFail` gives up
 * what was asked.
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
