"use client";

import { Bookmark } from "lucide-react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { useLazyOnHover } from "../../layout/use-lazy-on-hover";
import { SMALL } from "./grid-button";

/** Loads on first use. */
export function SavedViews() {
  const { Opened, button } = useLazyOnHover(() => import("./opened-views").then((module) => module.OpenedViews));
  if (Opened) return <Opened />;
  return (
    <PlainButton {...button} aria-haspopup="dialog" className={SMALL}>
      <Bookmark aria-hidden className="size-4" /> Views
    </PlainButton>
  );
}
