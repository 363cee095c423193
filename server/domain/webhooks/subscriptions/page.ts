/** Contract 4.4: `startingAfter` is the last id of the previous page. */
export interface PageInput {
  readonly limit: number;
  readonly startingAfter: string | null;
}

/** As the API pages: it says whether there is more, and the caller names the last id. */
export interface IdPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** The page, of rows that were requested with one more than it holds. */
export function toIdPage<Row>(rows: readonly Row[], limit: number): IdPage<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}
