/** Selects the tests that a change can affect. Paths are relative to the checkout. */

/** Files that affect every test without being imported. */
const EVERYTHING = [
  /^package(-lock)?\.json$/,
  /^(\.npmrc|tsconfig\.json|prisma\.config\.ts)$/,
  /^prisma\//,
  /^server\/scripts\//,
];

/** Files that affect no test; static checks read them. */
const NOTHING = [
  /\.md$/,
  /^\.github\//,
  /^\.ci\//,
  /^(\.gitignore|biome\.json|knip\.jsonc|\.dependency-cruiser\.cjs)$/,
];

export const ONLY_TESTS = /^(server\/testing|e2e|bench)\/|\.(test|spec|long)\.tsx?$/;

/**
 * `tests`: `{ file, reaches, readsPaths }`, where `reaches` are all files imported directly or indirectly, and `readsPaths`
 * means that the test finds files by path, so any change may affect it. `specs` use the app in a browser, so any file built
 * into it (`app`) may affect them. `foundation`: what makes the database shared by all tests. `started`: programs started by
 * path from a fixture, `{ by, reaches }`; importing the fixture counts as importing what they import.
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
