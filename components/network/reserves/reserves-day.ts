import { DateField } from "@/server/contracts/fields";

interface Values {
  get(name: string): string | null;
}

/** The day of the URL; nothing for one that can't be read, which means today. */
export function readReservesDay(values: Values): { readonly day?: string } {
  const { data } = DateField.safeParse(values.get("day"));
  return data === undefined ? {} : { day: data };
}
