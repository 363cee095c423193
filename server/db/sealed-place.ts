import type { Digest, Sealed } from "@/server/platform/key-ring";
import type { Sql } from "./sql";

/** A column of encrypted values, and how to find and replace them when keys are rotated. */
export interface SealedPlace {
  /** Shown to the operator who rotates keys, such as "webhook secrets". */
  readonly name: string;
  readonly purpose: Sealed;
  /** Digest by which the plain value is looked up; it is renewed as well. */
  readonly digest?: Digest;
  readonly newest: Sql;
  /**
   * Up to `limit` values for which `isDue`, as `place` and `sealed`, ordered by `place`, after `after`. If no index covers
   * them: the next `limit` of all, with null for those not due, because a query must not scan a long table to its end.
   */
  due(options: { readonly after: string; readonly limit: number; isDue(column: Sql): Sql }): Sql;
  /**
   * Replaces values that still equal `was`, so that concurrent changes win. `renewed` is a FROM item `n` of place, was, sealed,
   * digest.
   */
  replace(renewed: Sql): Sql;
}
