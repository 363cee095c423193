/** Which tests a change can reach. Paths are relative to the checkout. */

/** What every test stands on, without importing it. */
const EVERYTHING = [
  /^package(-lock)?\.json$/,
  /^(\.npmrc|tsconfig\.json|prisma\.config\.ts)$/,
  /^prisma\/(schema\.prisma|migrations\/|schema-engine\/)/,
  /^server\/(launch\/|db\/embedded\/|db\/migrate\.ts$|startup\/throwaway-database\.ts$|testing\/database\.ts$)/,
];

/** What no test stands on; the static checks read it. */
const NOTHING = [
  /\.md$/,
  /^\.github\//,
  /^\.ci\//,
  /^(\.gitignore|biome\.json|knip\.jsonc|\.dependency-cruiser\.cjs)$/,
];

/** In no build: tests, and what only they import. */
const ONLY_TESTS = /^server\/testing\/|\.(test|spec|long)\.tsx?$/;

const APP = /^(app|components|server|prisma|public)\/|^(instrumentation\.ts|next\.config\.ts|postcss\.config\.mjs)$/;

/**
 * `tests`: `{ file, reaches, readsPaths }`, where `reaches` is the set of files that a test imports in any number of
 * steps, itself among them, and `readsPaths` says that it finds others by their paths: then any file may be one of them.
 * `specs` see the app through a browser: whatever is built into it may be what they look at.
 */
export function selectTests({ changed, tests, specs }) {
  const all = [...tests, ...specs].map(({ file }) => file);
  const known = new Set([...tests, ...specs].flatMap(({ reaches }) => [...reaches]));
  const isKnown = (file) => known.has(file) || APP.test(file) || ONLY_TESTS.test(file) || file.startsWith("e2e/");
  const relevant = changed.filter((file) => !NOTHING.some((pattern) => pattern.test(file)));
  const everything = relevant.find((file) => EVERYTHING.some((pattern) => pattern.test(file)) || !isKnown(file));
  if (everything) return { files: all, reason: `${everything} may reach every test` };
  const app = relevant.find((file) => APP.test(file) && !ONLY_TESTS.test(file));
  const isReached = ({ reaches }) => relevant.some((file) => reaches.has(file));
  const files = [
    ...tests.filter((test) => isReached(test) || (test.readsPaths && changed.length > 0)),
    ...specs.filter((spec) => app || isReached(spec)),
  ].map(({ file }) => file);
  return { files, reason: app ? `${app} is part of the app, which every end-to-end test looks at` : null };
}
