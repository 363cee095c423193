import { readFileSync } from "node:fs";

/**
 * A plugin of esbuild: a module that asks where it is hears where its source is. `answersFor` gives, for the path of a
 * source, an expression for each question.
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
