"use client";

import { useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentType, useEffect } from "react";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { useTRPC } from "@/components/trpc/client";
import { useConnection } from "@/components/ui/connection/connection";
import { Button } from "@/components/ui/forms/button";
import { PageHead } from "@/components/ui/layout/page-head";
import { goAway } from "@/components/ui/navigation/away";
import { useCodeDesk } from "../codes/use-code-desk";
import { skeletonFor } from "./skeleton-for";

const PLACES: Readonly<Record<string, () => Promise<ComponentType>>> = {
  "/wallet": () => import("../home/home-page").then(({ HomePage }) => HomePage),
  "/wallet/codes": () => import("../codes/codes-page").then(({ CodesPage }) => CodesPage),
  "/wallet/agreements": () => import("../agreements/agreements-page").then(({ AgreementsPage }) => AgreementsPage),
  "/wallet/cards": () => import("../cards/cards-page").then(({ CardsPage }) => CardsPage),
  "/wallet/activity": () => import("../activity/activity-page").then(({ ActivityPage }) => ActivityPage),
};

const kept = new Map<string, ComponentType>();
const READ_AHEAD_MS = 5_000;

/** Preloads the pages one by one while the browser is idle, so that they don't delay a click. */
function storeNext([next, ...others]: readonly (readonly [string, () => Promise<ComponentType>])[]): void {
  if (!next) return;
  const [path, load] = next;
  const later = window.requestIdleCallback ?? setTimeout;
  later(() => {
    load()
      .then(
        (page) => kept.set(path, page),
        () => null,
      )
      .finally(() => storeNext(others));
  });
}

/** Preloads the wallet's pages for offline use, unless the user saves data. */
export function useKeepPages(): void {
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    const timer = setTimeout(() => storeNext(Object.entries(PLACES)), READ_AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

function useKeptPage(to: string): ComponentType | null {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const keys: Readonly<Record<string, readonly unknown[]>> = {
    "/wallet": trpc.wallet.accounts.list.queryKey(),
    "/wallet/codes": trpc.wallet.codes.list.infiniteQueryOptions({}, BY_CURSOR).queryKey,
    "/wallet/agreements": trpc.wallet.agreements.list.infiniteQueryOptions({ state: "active" }, BY_CURSOR).queryKey,
    "/wallet/cards": trpc.wallet.cards.list.queryKey(),
    "/wallet/activity": trpc.wallet.activity.list.infiniteQueryOptions({}, BY_CURSOR).queryKey,
  };
  const key = keys[to];
  return key && queryClient.getQueryData(key) !== undefined ? (kept.get(to) ?? null) : null;
}

/** The offline version of a page, or a notice that it needs a connection. */
export function CachedPage({ to }: { readonly to: string }) {
  const Page = useKeptPage(to);
  const isOnline = useConnection() === "online";
  const router = useRouter();
  const { code, open: showCode } = useCodeDesk();
  const isKept = Page !== null;
  useEffect(() => {
    // The page is already shown; this updates the router.
    if (isOnline && isKept) router.push(to, { scroll: false });
  }, [isOnline, isKept, router, to]);
  if (Page) return <Page />;
  const { title } = skeletonFor(to.split("?")[0] ?? to);
  const open = () => {
    goAway(null);
    router.push(to);
  };
  return (
    <>
      <PageHead title={title ?? "Not on this device"} />
      <div role="status" className="flex max-w-[32.5rem] flex-col items-start gap-4">
        <p className="flex items-start gap-2 text-14 text-muted">
          <WifiOff aria-hidden className="mt-px size-4.5 shrink-0" />
          {isOnline
            ? "You’re back online."
            : "This page needs a connection. Your codes, cards, and agreements keep working as you left them."}
        </p>
        {code ? (
          <Button look="primary" onClick={() => showCode("code")}>
            Show code
          </Button>
        ) : null}
        {isOnline ? <Button onClick={open}>{title ? `Open ${title}` : "Open the page"}</Button> : null}
      </div>
    </>
  );
}
