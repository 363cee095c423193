import { Bell } from "lucide-react";

const MOST = 99;

export function bellOf(unread: number) {
  return {
    "aria-label": unread > 0 ? `Notifications, ${unread} unread` : "Notifications",
    className:
      "relative grid size-11 shrink-0 place-items-center rounded-8 text-muted hover:bg-hover data-[state=open]:bg-hover",
  };
}

export function BellFace({ unread }: { readonly unread: number }) {
  return (
    <>
      <Bell aria-hidden className="size-5" strokeWidth={1.75} />
      {unread > 0 ? (
        <span
          aria-hidden
          className="absolute top-1 right-1 grid h-4 min-w-4 place-items-center rounded-full bg-button px-1 text-12 font-semibold text-white tabular-nums"
        >
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      ) : null}
    </>
  );
}
