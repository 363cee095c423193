export class Spelled {
  constructor(readonly text: string) {}
}

export function writeJson(value: unknown): string {
  if (value instanceof Spelled) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field)}`);
  return `{${fields.join(",")}}`;
}
