import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === "fetching";

/**
 * By default, invalidation doesn't affect a query that is still waiting for its first answer, which may predate the change.
 * This client refetches it once that answer has arrived.
 */
export class LiveQueryClient extends QueryClient {
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
