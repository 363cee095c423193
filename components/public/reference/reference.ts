import type { OpenApiDocument, Operation } from "@/server/contracts/rest/openapi";

export type Reference = readonly {
  readonly path: string;
  readonly documentHref: string;
  readonly document: OpenApiDocument;
}[];

export interface ShownOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** `Payment codes` → `/docs/api/payment-codes`. */
export function tagHref(tag: string): string {
  return `/docs/api/${tag.toLowerCase().replaceAll(" ", "-")}`;
}

export function operationsOf(document: OpenApiDocument, tag: string): ShownOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Null if the slug matches no tag. */
export function findTag(reference: Reference, slug: string) {
  for (const surface of reference) {
    const tag = surface.document.tags.find(({ name }) => tagHref(name) === `/docs/api/${slug}`);
    if (tag) return { surface, tag };
  }
  return null;
}
