import { useState } from "react";
import { messageOf } from "@/components/trpc/message-of";
import { visitorClient } from "@/components/trpc/visitor-client";
import type { DemoAmount } from "@/server/contracts/demo";
import { NOTHING_YET, type Play } from "./play";

const MAX_PAST = 4;

/** Creates and charges codes, one call at a time. A failed call only sets `refused`. */
export function usePlay() {
  const [play, setPlay] = useState<Play>(NOTHING_YET);
  const run = async (busy: Play["busy"], call: () => Promise<Partial<Play>>) => {
    setPlay((was) => ({ ...was, busy, refused: null }));
    const at = busy === "code" ? "member" : "cashier";
    const news = await call().catch((error: unknown) => ({ refused: { at, why: messageOf(error) } as const }));
    setPlay((was) => ({ ...was, ...news, busy: null }));
  };
  const { demo } = visitorClient.public;
  return {
    play,
    make: () => run("code", async () => ({ code: await demo.createCode.mutate(), payment: null })),
    charge: (amount: DemoAmount) =>
      run(amount, async () => {
        const payment = await demo.charge.mutate({ code: play.code?.code ?? "", amount });
        return { payment, past: [payment, ...play.past].slice(0, MAX_PAST) };
      }),
  };
}
