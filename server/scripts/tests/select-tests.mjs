/** Which tests a change can reach. Paths are relative to the checkout. */

/** What every test stands on, without importing it. */
const EVERYTHING = [
  /^package(-lock)?\.json$/,
  /^(\.npmrc|tsconfig\.json|prisma\.config\.ts)$/,
  /^prisma\//,
  /^server\/scripts\//,
];

/** What no test stands on; the static checks read it. */
const NOTHING = [
  /\.md$/,
  /^\.github\//,
  /^\.ci\//,
  /^(\.gitignore|biome\.json|knip\.jsonc|\.dependency-cruiser\.cjs)$/,
];

/** In no build: tests, and what only they import. */
export const ONLY_TESTS = /^(server\/testing|e2e|bench)\/|\.(test|spec|long)\.tsx?$/;

/**
 * `tests`: `{ file, reaches, readsPaths }`, where `reaches` is the set of files that a test imports in any number of
 * steps, itself among them, and `readsPaths` says that it finds others by their paths: then any file may be one of them.
 * `specs` see the app through a browser: whatever is built into it, of the files and folders `app`, may be what they look
 * at. `foundation`: what makes the database that all tests share. `started`: programs that a fixture starts by their paths,
 * `{ by, reaches }`: who imports the fixture reaches what they import.
 */
export function selectTests({ changed, tests, specs, app, foundation, started }) {
  const all = [...tests, ...specs].map(({ file }) => file);
  const known = new Set([...tests, ...specs, ...started].flatMap(({ reaches }) => [...reaches]));
  const isOfApp = (file) => !ONLY_TESTS.test(file) && app.some((path) => `${file}/`.startsWith(`${path}/`));
  const isOfAll = (file) => foundation.has(file) || EVERYTHING.some((pattern) => pattern.test(file));
  const isUnheardOf = (file) => !known.has(file) && !isOfApp(file) && !ONLY_TESTS.test(file);
  const relevant = changed.filter((file) => !NOTHING.some((pattern) => pattern.test(file)));
  const everything = relevant.find(
    (file) => !/\.(test|spec)\.tsx?$/.test(file) && (isOfAll(file) || isUnheardOf(file)),
  );
  if (everything) return { files: all, reason: `${everything} may reach every test` };
  const seen = relevant.find(isOfApp);
  const isAmong = (reaches) => relevant.some((file) => reaches.has(file));
  const changedPrograms = started.filter((program) => isAmong(program.reaches));
  const isReached = ({ reaches }) => isAmong(reaches) || changedPrograms.some(({ by }) => reaches.has(by));
  const files = [
    ...tests.filter((test) => isReached(test) || (test.readsPaths && changed.length > 0)),
    ...specs.filter((spec) => seen || isReached(spec)),
  ].map(({ file }) => file);
  return { files, reason: seen ? `${seen} is part of the app, which every end-to-end test looks at` : null };
}
