import type { Sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";

/** Keys of one table. */
export interface KeyKind {
  readonly name: string;
  /** SQL: a text of the key with this id that changes with anything that requests rely on. Null: no such key. */
  selectMark(id: Sql): Sql;
}

/** The key is no longer what it was remembered as. Nothing was written; the request is to be answered by the key as it is now. */
export class ChangedKeyError extends Error {
  override name = "ChangedKeyError";

  constructor() {
    super("a key changed since it was remembered");
  }
}

/**
 * A key that was read for an earlier request, as one request uses it. It is proved in the first read that the request makes,
 * before anything is written, or at the latest before it is answered (decision 116).
 */
export class RememberedKey {
  readonly kind: KeyKind;
  readonly id: RecordId;
  readonly mark: string;
  #isProven = false;

  constructor(kind: KeyKind, { id, mark }: { readonly id: RecordId; readonly mark: string }) {
    this.kind = kind;
    this.id = id;
    this.mark = mark;
  }

  get isProven(): boolean {
    return this.#isProven;
  }

  /** `changed` was read after the request came in. Throws ChangedKeyError. */
  prove(changed: readonly string[]): void {
    if (this.#isProven) return;
    if (changed.includes(this.id)) throw new ChangedKeyError();
    this.#isProven = true;
  }
}
