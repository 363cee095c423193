import { setTimeout as sleep } from "node:timers/promises";
import { sendOnce } from "../load/client";
import { type Exchange, isSuccess, settledBy, settles } from "../load/history";

const AT_ONCE = 8;
const MAX_TRIES = 20;

export async function repeatAll(history: readonly Exchange[], urls: readonly string[]): Promise<number> {
  const waiting = history.filter((exchange) => {
    const settled = settledBy(exchange);
    return exchange.key !== null && settled !== null && isSuccess(settled);
  });
  const count = waiting.length;
  const work = async (url: string) => {
    for (let exchange = waiting.pop(); exchange; exchange = waiting.pop()) await repeat(exchange, url);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(urls[index % urls.length] ?? "")));
  return count;
}

async function repeat({ request, tries }: Exchange, url: string): Promise<void> {
  for (let i = 0; i < MAX_TRIES; i += 1) {
    const tried = await sendOnce(url, request);
    tries.push(tried);
    if (settles(tried)) return;
    await sleep(100);
  }
}
