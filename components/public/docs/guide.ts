import type { ReactNode } from "react";
import type { DocsFacts } from "./docs-facts";

interface Section {
  readonly title: string;
  readonly body: ReactNode;
}

/** One page of the guides. */
export interface Guide {
  /** Below /docs; empty for the first. */
  readonly slug: string;
  readonly title: string;
  /** One line below the title. */
  readonly purpose: string;
  readonly sections: (facts: DocsFacts) => readonly Section[];
}

export function guideHref({ slug }: Guide): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

/** `Sign a request` → `sign-a-request`: the address of a heading. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
