import { readFileSync } from "node:fs";

/**
 * An esbuild plugin that gives modules the location of their source. `answersFor` returns replacement expressions for a source
 * path.
 */
export function staysInPlace(answersFor) {
  return {
    name: "stays-in-place",
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const source = readFileSync(path, "utf8");
        if (!source.includes("import.meta.")) return undefined;
        const contents = Object.entries(answersFor(path)).reduce(
          (text, [question, answer]) => text.replaceAll(question, answer),
          source,
        );
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}
