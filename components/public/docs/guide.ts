import type { DocsFacts } from "./docs-facts";
import { PARTS } from "./guides/parts";

export interface Guide {
  /** The path below /docs; empty for the first guide. */
  readonly slug: string;
  readonly title: string;
  readonly purpose: string;
}

interface Section {
  readonly title: string;
  readonly markdown: string;
}

export function guideHref({ slug }: Guide): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

/** The sections of a guide's file, with what other modules decide in the place of `{{name}}`. */
export function sectionsOf({ slug }: Guide, facts: DocsFacts): Section[] {
  const text = facts.guides[slug === "" ? "quick-start" : slug];
  if (text === undefined) throw new Error(`there is no guide ${slug}`);
  const whole = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = PARTS[name];
    if (!part) throw new Error(`there is no part ${name}`);
    return part(facts);
  });
  return whole
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return { title: section.slice(0, end), markdown: section.slice(end).trim() };
    });
}

/** `Sign a request` → `sign-a-request`. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
