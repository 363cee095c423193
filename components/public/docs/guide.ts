import type { ReactNode } from "react";
import type { DocsFacts } from "./docs-facts";

interface Section {
  readonly title: string;
  readonly body: ReactNode;
}

export interface Guide {
  /** The path below /docs; empty for the first guide. */
  readonly slug: string;
  readonly title: string;
  readonly purpose: string;
  readonly sections: (facts: DocsFacts) => readonly Section[];
}

export function guideHref({ slug }: Guide): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

/** `Sign a request` → `sign-a-request`. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
