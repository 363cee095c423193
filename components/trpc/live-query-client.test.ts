import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryObserver } from "@tanstack/react-query";
import { LiveQueryClient } from "./live-query-client";

function slowValue() {
  const answers: (() => void)[] = [];
  let value = "before";
  return {
    answers,
    set: (now: string) => {
      value = now;
    },
    read: () => {
      const read = value;
      return new Promise<string>((resolve) => answers.push(() => resolve(read)));
    },
  };
}

test("a first read that was under way at a change is read once more", async () => {
  const client = new LiveQueryClient();
  const slow = slowValue();
  const observer = new QueryObserver(client, { queryKey: ["code"], queryFn: slow.read });
  const unsubscribe = observer.subscribe(() => undefined);
  slow.set("after");
  const isRead = client.invalidateQueries();
  slow.answers.shift()?.();
  while (slow.answers.length === 0) await new Promise(setImmediate);
  slow.answers.shift()?.();
  await isRead;
  assert.equal(client.getQueryData(["code"]), "after");
  unsubscribe();
  client.clear();
});

test("a query that the filter does not name is left alone", async () => {
  const client = new LiveQueryClient();
  const slow = slowValue();
  const observer = new QueryObserver(client, { queryKey: ["code"], queryFn: slow.read });
  const unsubscribe = observer.subscribe(() => undefined);
  const isRead = client.invalidateQueries({ queryKey: ["other"] });
  slow.answers.shift()?.();
  await isRead;
  assert.equal(client.getQueryData(["code"]), "before");
  assert.equal(slow.answers.length, 0);
  unsubscribe();
  client.clear();
});

test("a first read that fails is not read again by a change", async () => {
  const client = new LiveQueryClient({ defaultOptions: { queries: { retry: false } } });
  let reads = 0;
  const queryFn = () => {
    reads += 1;
    return Promise.reject(new Error("refused"));
  };
  const observer = new QueryObserver(client, { queryKey: ["code"], queryFn });
  const unsubscribe = observer.subscribe(() => undefined);
  await client.invalidateQueries();
  assert.equal(reads, 1);
  unsubscribe();
  client.clear();
});
