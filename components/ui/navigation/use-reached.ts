import { useCallback, useEffect, useRef, useState } from "react";

/** A pointer that hovers this long is about to click. */
const REST_MS = 60;

export function useReached() {
  const [reached, setReached] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const reach = useCallback(
    (key: string) => ({
      onPointerEnter: () => {
        timer.current = setTimeout(() => setReached(key), REST_MS);
      },
      onPointerLeave: () => clearTimeout(timer.current),
      onFocus: () => setReached(key),
    }),
    [],
  );
  return { isReached: (key: string) => reached === key, reach };
}
