import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

const isFirstRead = ({ state }: Query) => state.data === undefined && state.fetchStatus === "fetching";

/**
 * Left to itself, a query that is still waiting for its first answer ignores that something changed, and the answer may
 * be from before the change. Here it is read once more when that answer is there.
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
