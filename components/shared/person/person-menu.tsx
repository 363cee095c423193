"use client";

import { useLazyOnHover } from "@/components/ui/layout/use-lazy-on-hover";
import { Face, faceOf, type PersonProps } from "./face";

/** Who is signed in, and behind it the menu of who they may be, settings and the way out. */
export function PersonMenu(props: PersonProps) {
  const { Opened, button } = useLazyOnHover(() =>
    import("./opened-person-menu").then((module) => module.OpenedPersonMenu),
  );
  if (Opened) return <Opened {...props} />;
  return (
    <button {...button} {...faceOf(props)} aria-haspopup="menu">
      <Face {...props} />
    </button>
  );
}
