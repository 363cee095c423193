import type { Coming } from "@/components/ui/navigation/page-content";
import type { PlaceGroup } from "./places";

const FORMS = ["settings", "tools", "clock"];
const FACTS = ["books", "engine"];

function partsOf(path: string): readonly string[] {
  const [, wing, ...rest] = path.split("/");
  return wing === "t" ? rest.slice(2) : rest;
}

/** The skeleton of the page at a path. A test checks that every place has one. */
export function skeletonFor(path: string, groups: readonly PlaceGroup[]): Coming {
  const [page, about] = partsOf(path);
  const place = groups.flatMap(({ places }) => places).find(({ href }) => href.split("?")[0] === path);
  const title = place?.label ?? null;
  if (page === undefined) return { shape: path.startsWith("/t/") ? "overview" : "list", title };
  if (FORMS.includes(page) || FACTS.includes(page)) return { shape: "form", title };
  return { shape: about === undefined ? "list" : "record", title };
}
