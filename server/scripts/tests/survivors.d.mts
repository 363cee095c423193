interface Survivor {
  readonly file: string;
  readonly line: string;
  readonly becomes: string;
}

interface MutatedFile {
  readonly source: string;
  readonly mutants: readonly {
    readonly status: string;
    readonly replacement: string;
    readonly location: { readonly start: { readonly line: number } };
  }[];
}

export function compareSurvivors(
  files: Readonly<Record<string, MutatedFile>>,
  explained: readonly (Survivor & { readonly because: string })[],
): string[];
