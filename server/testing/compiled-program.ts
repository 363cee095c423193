import { join } from "node:path";

/** Path of a program that a test starts with Node. `npm test` compiles it with the tests, so that it starts quickly. */
export function compiledProgram(file: `server/testing/${string}.ts`): string {
  const folder = process.env.TEST_PROGRAMS;
  if (!folder) throw new Error("TEST_PROGRAMS is missing: run the tests with npm test");
  return join(folder, file.replace(/\.ts$/, ".js"));
}
