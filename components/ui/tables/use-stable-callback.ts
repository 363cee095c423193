import { useCallback, useLayoutEffect, useRef } from "react";

/** A callback with a stable identity that calls the latest `act`, so that memoized rows don't rerender. */
export function useStableCallback<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args) => latest.current(...args), []);
}
