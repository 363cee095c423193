interface Tested {
  readonly file: string;
  readonly reaches: ReadonlySet<string>;
  readonly readsPaths?: boolean;
}

export function selectTests(given: {
  readonly changed: readonly string[];
  readonly tests: readonly Tested[];
  readonly specs: readonly Tested[];
  readonly app: readonly string[];
  readonly foundation: ReadonlySet<string>;
  readonly started: readonly { readonly by: string; readonly reaches: ReadonlySet<string> }[];
}): { readonly files: readonly string[]; readonly reason: string | null };
