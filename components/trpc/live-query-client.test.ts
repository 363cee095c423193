import assert from "node:assert/strict";
import { test } from "node:test";
import { MutationObserver, QueryObserver } from "@tanstack/react-query";
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

test("a first read under way at a change is read once more", async () => {
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

test("a query outside the filter is left alone", async () => {
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

test("a failed first read is not read again by a change", async () => {
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

const SAVE = { mutationKey: [["tenant", "keys", "revoke"]], mutationFn: () => Promise.resolve("revoked") };

/** A page that shows a key, which the save touches, and a team, which it doesn't. */
async function openPage(client: LiveQueryClient) {
  const reads = { keys: 0, team: 0 };
  const show = (noun: keyof typeof reads) => {
    const queryFn = () => {
      reads[noun] += 1;
      return Promise.resolve(noun);
    };
    return new QueryObserver(client, { queryKey: [["tenant", noun, "list"]], queryFn }).subscribe(() => undefined);
  };
  const closed = [show("keys"), show("team")];
  while (client.isFetching() > 0) await new Promise(setImmediate);
  const close = () => {
    for (const end of closed) end();
    client.clear();
  };
  return { reads, close };
}

test("a save refetches what it touched, and leaves the rest to be refetched when it is opened", async () => {
  const client = new LiveQueryClient();
  const { reads, close } = await openPage(client);
  await new MutationObserver(client, SAVE).mutate();
  assert.deepEqual(reads, { keys: 2, team: 1 });
  assert.equal(client.getQueryState([["tenant", "team", "list"]])?.isInvalidated, true);
  close();
});

test("a save and its announcement refetch each query once", async () => {
  const client = new LiveQueryClient();
  client.isLive = true;
  const { reads, close } = await openPage(client);
  const isSaved = new MutationObserver(client, SAVE).mutate();
  setTimeout(() => client.announce(), 40);
  await isSaved;
  assert.deepEqual(reads, { keys: 2, team: 2 });
  close();
});

test("an announcement during a save waits for its end", async () => {
  const client = new LiveQueryClient();
  client.isLive = true;
  const { reads, close } = await openPage(client);
  const { answers, read: mutationFn } = slowValue();
  const isSaved = new MutationObserver(client, { ...SAVE, mutationFn }).mutate();
  await new Promise(setImmediate);
  client.announce();
  await new Promise(setImmediate);
  assert.deepEqual(reads, { keys: 1, team: 1 });
  answers.shift()?.();
  await isSaved;
  assert.deepEqual(reads, { keys: 2, team: 2 });
  close();
});

test("a save that is not announced refetches what it touched", async () => {
  const client = new LiveQueryClient();
  client.isLive = true;
  const { reads, close } = await openPage(client);
  await new MutationObserver(client, SAVE).mutate();
  assert.deepEqual(reads, { keys: 2, team: 1 });
  close();
});

test("a refused save refetches what it touched, and a lost one nothing", async () => {
  const client = new LiveQueryClient({ isRefusal: (error) => error instanceof RangeError });
  const { reads, close } = await openPage(client);
  const fail = (error: Error) =>
    new MutationObserver(client, { ...SAVE, mutationFn: () => Promise.reject(error) }).mutate().catch(() => null);
  await fail(new Error("lost"));
  assert.deepEqual(reads, { keys: 1, team: 1 });
  await fail(new RangeError("refused"));
  while (client.isFetching() > 0) await new Promise(setImmediate);
  assert.deepEqual(reads, { keys: 2, team: 1 });
  close();
});
