import {
  operationsOf as allOperationsOf,
  type OpenApiDocument,
  type ShownOperation,
} from "@/server/contracts/rest/openapi";

export type Reference = readonly {
  readonly path: string;
  readonly documentHref: string;
  readonly document: OpenApiDocument;
}[];

/** `Payment codes` → `/docs/api/payment-codes`. */
export function tagHref(tag: string): string {
  return `/docs/api/${tag.toLowerCase().replaceAll(" ", "-")}`;
}

export function operationsOf(document: OpenApiDocument, tag: string): ShownOperation[] {
  return allOperationsOf(document).filter(({ operation }) => operation.tags.includes(tag));
}

/** Null if the slug matches no tag. */
export function findTag(reference: Reference, slug: string) {
  for (const surface of reference) {
    const tag = surface.document.tags.find(({ name }) => tagHref(name) === `/docs/api/${slug}`);
    if (tag) return { surface, tag };
  }
  return null;
}
