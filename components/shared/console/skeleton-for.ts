import type { Coming } from "@/components/ui/navigation/page-content";
import type { PlaceGroup } from "./places";

const FORMS = ["settings", "tools", "clock"];
/** Of the network's pages those that are no list. */
const FACTS = ["books", "engine"];

/** Below `/t/<slug>/<environment>` or `/network`: the page, and what it is about. */
function partsOf(path: string): readonly string[] {
  const [, wing, ...rest] = path.split("/");
  return wing === "t" ? rest.slice(2) : rest;
}

/** What the page at an address will look like. A test of the places sees to it that each has a shape. */
export function skeletonFor(path: string, groups: readonly PlaceGroup[]): Coming {
  const [page, about] = partsOf(path);
  const place = groups.flatMap(({ places }) => places).find(({ href }) => href.split("?")[0] === path);
  const title = place?.label ?? null;
  if (page === undefined) return { shape: path.startsWith("/t/") ? "overview" : "list", title };
  if (FORMS.includes(page) || FACTS.includes(page)) return { shape: "form", title };
  return { shape: about === undefined ? "list" : "record", title };
}
