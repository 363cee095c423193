"use client";

import { Bookmark } from "lucide-react";
import { useLate } from "../../layout/use-late";
import { SMALL } from "./grid-button";

/** Filters kept by name, beside those that stand in the address. */
export function SavedViews() {
  const { Opened, button } = useLate(() => import("./opened-views").then((module) => module.OpenedViews));
  if (Opened) return <Opened />;
  return (
    <button {...button} aria-haspopup="dialog" className={SMALL}>
      <Bookmark aria-hidden className="size-4" /> Views
    </button>
  );
}
