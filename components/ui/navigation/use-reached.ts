import { useCallback, useEffect, useRef, useState } from "react";

/** So long a pointer rests on what it is about to press; what it passes over it leaves sooner. */
const REST_MS = 60;

/** The row a pointer rests on or the keyboard has reached: its page is read ahead, and is there when it is asked for. */
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
