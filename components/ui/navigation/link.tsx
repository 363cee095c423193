"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useReached } from "./use-reached";

/**
 * A link to a page of ours. What it leads to is read ahead when it is reached, by a pointer that rests on it or by the
 * keyboard: of itself Next asks the server for every link that comes into view, which are dozens on most pages.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const { isReached, reach } = useReached();
  return <NextLink {...reach("")} {...props} prefetch={isReached("")} />;
}
