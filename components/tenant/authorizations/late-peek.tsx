"use client";

import { Skeleton } from "@/components/ui/feedback/states";
import { useLoaded } from "@/components/ui/layout/use-loaded";

const load = () => import("./authorization-peek").then((module) => module.AuthorizationPeek);

/** Loaded when it is first looked at: most visits to a list look into nothing. */
export function LatePeek({ id }: { readonly id: string }) {
  const Peek = useLoaded(load, true, () => undefined);
  return Peek ? <Peek id={id} /> : <Skeleton className="h-96 w-full" />;
}
