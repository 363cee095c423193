import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { shortId } from "@/components/ui/values/short-id";
import { prefetchRecord, type Reading } from "@/server/trpc/prefetch";
import { Missing } from "../missing";

interface PageProps<Params> {
  readonly params: Promise<Params>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

interface RecordPage<Params> {
  readonly noun: string;
  /** The name of the route parameter that holds the record's id. */
  readonly id: keyof Params;
  readonly read: (params: Params, search: URLSearchParams) => Reading;
  readonly show: (params: Params) => ReactNode;
  /** Rendered as a 404 if this user has no such record. */
  readonly missing: ReactNode;
}

/**
 * The page of one record. The title includes the record, to tell tabs and history entries apart: `Webhook 1oZRw…ViDx2`. Title
 * and page share one read.
 */
export function recordPage<Params extends object>({ noun, id, ...record }: RecordPage<Params>) {
  const readOnce = cache(async (params: string, search: string) =>
    prefetchRecord(await headers(), record.read(JSON.parse(params), new URLSearchParams(search))),
  );
  const read = async ({ params, searchParams }: PageProps<Params>) => {
    const values = Object.entries(await searchParams).filter((entry): entry is [string, string] => isText(entry[1]));
    return readOnce(JSON.stringify(await params), new URLSearchParams(values).toString());
  };
  return {
    generateMetadata: async (props: PageProps<Params>): Promise<Metadata> => {
      const title = `${noun} ${shortId(String((await props.params)[id]))}`;
      return { title: (await read(props)) ? title : "Page not found" };
    },
    page: async (props: PageProps<Params>) => {
      const state = await read(props);
      if (!state) return <Missing>{record.missing}</Missing>;
      return <HydrationBoundary state={state}>{record.show(await props.params)}</HydrationBoundary>;
    },
  };
}

const isText = (value: unknown) => typeof value === "string";
