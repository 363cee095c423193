import { ChevronsUpDown } from "lucide-react";
import type { Me } from "@/server/trpc/types";

export interface PersonProps {
  readonly me: Me;
  readonly isCompact: boolean;
}

/** A whole character: half an emoji would be another text on the server than in the browser. */
const initialOf = (name: string) => [...name].slice(0, 1).join("").toUpperCase();

function nameOf(me: Me): string {
  return me.member?.memberName ?? me.name ?? me.email;
}

export function faceOf({ me, isCompact }: PersonProps) {
  return {
    // Otherwise the visible name is the label.
    ...(isCompact ? { "aria-label": `${nameOf(me)}: menu` } : {}),
    className: isCompact
      ? "grid size-11 place-items-center rounded-full"
      : "flex h-13 w-full items-center gap-3 rounded-8 px-2 text-left hover:bg-hover",
  };
}

export function Face({ me, isCompact }: PersonProps) {
  const name = nameOf(me);
  return (
    <>
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-fill text-13 font-semibold text-accent"
      >
        {initialOf(name)}
      </span>
      {isCompact ? null : (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-14 font-medium">
              {name}
              <span className="sr-only">: menu</span>
            </span>
            <span className="block truncate text-12 text-muted">
              {me.member?.tenantTitle ?? me.tenants[0]?.title ?? (me.isOperator ? "Operator" : "")}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        </>
      )}
    </>
  );
}
