interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly hasMore: boolean;
}

interface Cursor {
  readonly starting_after?: string;
  readonly ending_before?: string;
}

/**
 * A list: awaited, its first page; iterated, every record, page after page.
 *
 *     const { data, hasMore } = await loop.listRefunds({ limit: 10 });
 *     for await (const refund of loop.listRefunds()) …
 */
export class List<One extends Page> implements PromiseLike<One>, AsyncIterable<One["data"][number]> {
  readonly #load: (cursor: Cursor) => Promise<One>;
  readonly #isBackward: boolean;

  constructor(load: (cursor: Cursor) => Promise<One>, isBackward: boolean) {
    this.#load = load;
    this.#isBackward = isBackward;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is one, so that `await` gives the first page
  then<Done = One, Failed = never>(
    done?: ((page: One) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#load({}).then(done, failed);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<One["data"][number]> {
    let page = await this.#load({});
    for (;;) {
      yield* page.data;
      const edge = page.data.at(this.#isBackward ? 0 : -1);
      if (!page.hasMore || !edge) return;
      page = await this.#load(this.#isBackward ? { ending_before: edge.id } : { starting_after: edge.id });
    }
  }
}
