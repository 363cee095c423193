/** Text for a person, or a line of JSON each. */
export class Printer {
  readonly #isJson: boolean;

  constructor(isJson: boolean) {
    this.#isJson = isJson;
  }

  record(value: unknown, text: string): void {
    process.stdout.write(`${this.#isJson ? JSON.stringify(value) : text}\n`);
  }

  /** For a person alone; a program gets none of it. */
  note(text: string): void {
    if (!this.#isJson) process.stderr.write(`${text}\n`);
  }
}

export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
