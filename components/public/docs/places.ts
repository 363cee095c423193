import { type Reference, tagHref } from "../reference/reference";
import { guideHref } from "./guide";
import { GUIDE_GROUPS } from "./guides";

export interface Place {
  readonly href: string;
  readonly label: string;
}

export interface PlaceGroup {
  readonly title: string;
  readonly places: readonly Place[];
}

export function placesOf(reference: Reference): PlaceGroup[] {
  const guides = GUIDE_GROUPS.map(({ title, guides }) => ({
    title,
    places: guides.map((guide) => ({ href: guideHref(guide), label: guide.title })),
  }));
  const surfaces = reference.map(({ path, document }) => ({
    title: path,
    places: document.tags.map(({ name }) => ({ href: tagHref(name), label: name })),
  }));
  return [...guides, { title: "API reference", places: [{ href: "/docs/api", label: "All operations" }] }, ...surfaces];
}
