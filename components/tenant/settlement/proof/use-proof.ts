"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { formatMoney } from "@/components/shared/money/money";
import { useLocale } from "@/components/ui/values/locale";
import { minorText } from "@/server/contracts/currencies";
import { useTenant } from "../../shell/use-tenant";
import { readProof } from "./read-proof";

/** Blocks are sealed every minute. If one takes much longer, polling often doesn't help. */
const ASK_AGAIN_MS = 20_000;
const OFTEN = 8;
const ASK_LATER_MS = 300_000;

/** The statement's proof, verified in this browser, and again while entries wait to be sealed. */
export function useProof(id: string) {
  const { place } = useTenant();
  const locale = useLocale();
  const [lineCount, setLineCount] = useState(0);
  const url = pathOf(place, `settlement/${id}/proof`);
  const money = (minor: bigint, currency: string) => formatMoney(Number(minorText(minor, currency)), currency, locale);
  const proof = useQuery({
    queryKey: ["statement-proof", url],
    queryFn: ({ signal }) => readProof(url, { signal, money, onLines: setLineCount }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    refetchInterval: ({ state }) =>
      state.data?.isWaiting ? (state.dataUpdateCount < OFTEN ? ASK_AGAIN_MS : ASK_LATER_MS) : false,
  });
  return { proof, lineCount, url, money };
}
