"use client";

import { PlainButton } from "@/components/ui/forms/plain-button";
import { useLazyOnHover } from "@/components/ui/layout/use-lazy-on-hover";
import { Face, faceOf, type PersonProps } from "./face";

export function PersonMenu(props: PersonProps) {
  const { Opened, button } = useLazyOnHover(() =>
    import("./opened-person-menu").then((module) => module.OpenedPersonMenu),
  );
  if (Opened) return <Opened {...props} />;
  return (
    <PlainButton {...button} {...faceOf(props)} aria-haspopup="menu">
      <Face {...props} />
    </PlainButton>
  );
}
