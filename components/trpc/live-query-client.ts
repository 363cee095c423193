import {
  type DefaultOptions,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { queriesTouchedBy } from "./touched";

/** A change is announced some 50 ms after its commit. Without an announcement within this time, what was touched is refetched. */
const ANNOUNCED_WITHIN_MS = 150;

/** An announcement during a save waits for the save's end, so that both are read at once, but no longer than this. */
const HELD_MS = 1_000;

const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === "fetching";

interface Settings {
  readonly defaultOptions?: DefaultOptions;
  /** Whether the error is the server's answer. It may mean that the page is outdated. */
  readonly isRefusal?: (error: unknown) => boolean;
}

/** Refetches what mutations touched, and everything on the page after an announced change; both at once if they meet. */
export class LiveQueryClient extends QueryClient {
  /** Whether changes are announced to this page. */
  isLive = false;
  #saves = 0;
  #held: NodeJS.Timeout | null = null;
  readonly #waiting = new Set<(isRead: Promise<void>) => void>();

  constructor({ defaultOptions = {}, isRefusal = () => false }: Settings = {}) {
    const mutationCache = new MutationCache({
      onMutate: () => {
        this.#saves += 1;
      },
      // The mutation stays pending until the page shows its result. A refusal is shown at once.
      onSettled: (_data, error, _variables, _result, mutation) => {
        this.#saves -= 1;
        if (!error) return this.#reread(queriesTouchedBy(mutation));
        void this.#reread(isRefusal(error) ? queriesTouchedBy(mutation) : null);
      },
    });
    super({ defaultOptions, mutationCache });
  }

  /** A change was announced: refetches everything on the page. */
  announce(): void {
    if (this.#saves === 0) void this.#rereadAll();
    else this.#held ??= setTimeout(() => void this.#rereadAll(), HELD_MS);
  }

  async #rereadAll(): Promise<void> {
    if (this.#held) clearTimeout(this.#held);
    this.#held = null;
    const isRead = this.invalidateQueries();
    for (const end of this.#waiting) end(isRead);
    await isRead;
  }

  async #reread(predicate: ReturnType<typeof queriesTouchedBy>): Promise<void> {
    if (this.#held) return this.#rereadAll();
    if (!predicate) return;
    // Queries of other pages are refetched when those are opened.
    await super.invalidateQueries({ refetchType: "none" });
    const isRead = await this.#announcement();
    await (isRead ? isRead.done : this.invalidateQueries({ predicate }));
  }

  /** Null: not announced in time. */
  #announcement(): Promise<{ readonly done: Promise<void> } | null> {
    if (!this.isLive) return Promise.resolve(null);
    return new Promise((resolve) => {
      const end = (done: Promise<void> | null) => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve(done && { done });
      };
      const timer = setTimeout(end, ANNOUNCED_WITHIN_MS, null);
      this.#waiting.add(end);
    });
  }

  /**
   * By default, invalidation doesn't affect a query that is still waiting for its first answer, which may predate the change.
   * This client refetches it once that answer has arrived.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const early = this.getQueryCache().findAll(filters).filter(isFirstRead);
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...early.map(async (query) => {
        const isAnswered = await query.promise?.then(
          () => true,
          () => false,
        );
        if (isAnswered) await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
      }),
    ]);
  }
}
