import type { Metadata } from "next";
import { shortId } from "./short-id";

interface Props<Name extends string> {
  readonly params: Promise<Readonly<Record<Name, string>>>;
}

/** A page's metadata by what it is of: `Webhook 1oZRw…ViDx2`, so that tabs and history tell one from another. */
export function titled<Name extends string>(noun: string, name: Name) {
  return async ({ params }: Props<Name>): Promise<Metadata> => {
    return { title: `${noun} ${shortId((await params)[name])}` };
  };
}
