import { parseArgs } from "node:util";

export interface Options {
  readonly seed: string;
  readonly seconds: number;
  readonly clients: number;
  /** One process of each kind and no standby, for `npm test`. */
  readonly isShort: boolean;
}

const LONG = { seconds: 330, clients: 10 };
const SHORT = { seconds: 9, clients: 4 };

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string", default: "1" },
      seconds: { type: "string" },
      clients: { type: "string" },
      short: { type: "boolean", default: false },
    },
  });
  const { seconds, clients } = values.short ? SHORT : LONG;
  const number = (text: string | undefined, otherwise: number) => {
    const given = text === undefined ? otherwise : Number(text);
    if (!Number.isInteger(given) || given < 1) throw new Error(`${text} is not a whole number above 0`);
    return given;
  };
  return {
    seed: values.seed,
    seconds: number(values.seconds, seconds),
    clients: number(values.clients, clients),
    isShort: values.short,
  };
}
