/** Loaded into every Node process by TEST_SLOW: timers fire up to 30 ms late, each by another amount. */
const MOST_LATE_MS = 30;

for (const name of ["setTimeout", "setInterval"]) {
  const set = globalThis[name];
  const late = (callback, ms = 0, ...rest) => set(callback, ms + Math.random() * MOST_LATE_MS, ...rest);
  // Keeps what Node attaches to the function, such as its form for promises.
  globalThis[name] = Object.defineProperties(late, Object.getOwnPropertyDescriptors(set));
}
