/**
 * Differences between Stryker's report and the table of explained survivors, one sentence each. `files` is the report's, by
 * path.
 */
export function compareSurvivors(files, explained) {
  const left = explained.filter(({ file }) => file in files);
  const findings = [];
  for (const survivor of Object.entries(files).flatMap(([file, content]) => survivorsOf(file, content))) {
    const row = left.findIndex((one) => KEY.every((name) => one[name] === survivor[name]));
    if (row >= 0) left.splice(row, 1);
    else findings.push(`Survived without a reason: ${say(survivor)}`);
  }
  return [...findings, ...left.map((row) => `Explained, but didn't survive: ${say(row)}`)];
}

const KEY = ["file", "line", "becomes"];

const UNNOTICED = new Set(["Survived", "NoCoverage"]);

function survivorsOf(file, { source, mutants }) {
  const lines = source.split("\n");
  return mutants
    .filter(({ status }) => UNNOTICED.has(status))
    .map(({ location, replacement }) => {
      const line = lines[location.start.line - 1].trim();
      return { file, line, becomes: replacement };
    });
}

const say = (row) => JSON.stringify(Object.fromEntries(KEY.map((name) => [name, row[name]])));
