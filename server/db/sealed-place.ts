import type { Digest, Sealed } from "@/server/platform/key-ring";
import type { Sql } from "./sql";

/** A column of encrypted values. Its owner says how to find and replace them, so that a new key can seal them anew. */
export interface SealedPlace {
  /** To whoever rotates keys: "webhook secrets". */
  readonly name: string;
  readonly purpose: Sealed;
  /** By which the plain value is looked up; it is made anew too. */
  readonly digest?: Digest;
  /** A few of the newest, as `sealed`. */
  readonly newest: Sql;
  /**
   * Up to `limit` of those that `isDue`, as `place` and `sealed`, in the order of `place`, behind the place `after`. Where no
   * index has them, the next `limit` of all, with null for what is not due: a statement must not read a long table to its end.
   */
  due(options: { readonly after: string; readonly limit: number; isDue(column: Sql): Sql }): Sql;
  /**
   * Replaces those that are still `was`: what someone changed meanwhile stays. `renewed` is a FROM item `n` of place,
   * was, sealed, digest.
   */
  replace(renewed: Sql): Sql;
}
