/** A line of a command to the person who runs it. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
