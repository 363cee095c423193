import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function from one drawing to the next, which does what the newest would: rows that get it need not be drawn again. */
export function useStableCallback<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args) => latest.current(...args), []);
}
