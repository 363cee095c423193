"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Bell, BellRing, ShieldAlert, ShieldQuestion, Webhook } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { Link } from "@/components/ui/navigation/link";
import { PageClock } from "@/components/ui/values/page-clock";
import { Time } from "@/components/ui/values/time";
import type { Notification } from "@/server/trpc/types";
import { BellFace, bellOf } from "./bell-face";

const SHOWN = 20;

const ICONS: Readonly<Record<string, typeof Bell>> = {
  code_locked: ShieldAlert,
  webhook_failing: Webhook,
  live_asked: ShieldQuestion,
};

export function OpenedBell({ unread }: { readonly unread: number }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger {...bellOf(unread)}>
        <BellFace unread={unread} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Notifications"
          className="z-50 flex max-h-[min(70dvh,35rem)] w-[min(23.75rem,calc(100vw-1rem))] animate-fade flex-col rounded-8 border border-line bg-page shadow-float outline-none"
        >
          <Panel unread={unread} onGo={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Panel({ unread, onGo }: { readonly unread: number; readonly onGo: () => void }) {
  const trpc = useTRPC();
  const list = useQuery(trpc.shared.notifications.list.queryOptions({ limit: SHOWN }));
  const markRead = useMutation(trpc.shared.notifications.markRead.mutationOptions({}));
  return (
    <>
      <div className="flex min-h-13 items-center justify-between gap-4 border-b border-line py-1 pr-2 pl-4">
        <h2 className="text-14">Notifications</h2>
        {unread > 0 ? (
          <PlainButton
            onClick={() => markRead.mutate({})}
            className="min-h-9 rounded-8 px-2 text-13 font-medium text-accent hover:bg-hover"
          >
            Mark all as read
          </PlainButton>
        ) : null}
      </div>
      <div className="min-h-0 overflow-y-auto">
        <Unread what="Notifications" query={list} rows={3} />
        {list.data?.items.length === 0 ? (
          <div className="p-4">
            <Empty icon={BellRing} title="Nothing yet">
              We’ll let you know here and by email when something needs you.
            </Empty>
          </div>
        ) : null}
        <ul className="divide-y divide-line">
          {list.data?.items.map((notification) => (
            <li key={notification.id}>
              <Row
                notification={notification}
                onGo={() => {
                  if (!notification.isRead) markRead.mutate({ id: notification.id });
                  onGo();
                }}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Row({ notification, onGo }: { readonly notification: Notification; readonly onGo: () => void }) {
  const { kind, title, text, href, isRead, createdAt } = notification;
  const Icon = ICONS[kind] ?? Bell;
  return (
    <Link href={href} onClick={onGo} className="flex gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className={`block text-14 ${isRead ? "" : "font-medium"}`}>{title}</span>
        <span className="block text-13 text-muted">{text}</span>
        <span className="block text-12 text-muted">
          {/* Notifications use real time, even if the page's clock is ahead. */}
          <PageClock aheadMs={0}>
            <Time at={createdAt} as="relative" />
          </PageClock>
        </span>
      </span>
      {isRead ? null : (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-button">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </Link>
  );
}
