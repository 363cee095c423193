"use client";

import { Skeleton } from "@/components/ui/feedback/states";
import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";

const load = () => import("./authorization-peek").then((module) => module.AuthorizationPeek);

/** Lazy: most visits to a list open no preview. */
export function LatePeek({ id }: { readonly id: string }) {
  const Peek = useLazyWhenOpen(load, true, () => undefined);
  return Peek ? <Peek id={id} /> : <Skeleton className="h-96 w-full" />;
}
