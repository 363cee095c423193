"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useReached } from "./use-reached";

/**
 * A link within the site. Prefetches on hover or focus only: by default, Next prefetches every visible link, which are dozens
 * on most pages.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const { isReached, reach } = useReached();
  return <NextLink {...reach("")} {...props} prefetch={isReached("")} />;
}
