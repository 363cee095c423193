import type { ClosedLoop } from "../index.ts";
import { deliver, type Receiver } from "./deliver.ts";
import { type EventRecord, eventsOf, type Followed, follow } from "./follow.ts";
import type { Printer } from "./print.ts";
import type { Profile } from "./profiles.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

interface Waiting {
  readonly event: EventRecord;
  attempt: number;
  due: number;
}

/**
 * Forwards events to a receiver until `signal` is aborted. First attempts go out one at a time and in order; what isn’t accepted is sent
 * again after 1, 2, 4 … 30 seconds until it is, and doesn’t hold up what follows.
 */
export async function listen(
  loop: ClosedLoop,
  profile: Profile,
  {
    receiver,
    types,
    printer,
    ...followed
  }: Pick<Followed<EventRecord>, "since" | "signal"> & {
    readonly receiver: Receiver;
    readonly types: readonly string[] | undefined;
    readonly printer: Printer;
  },
): Promise<void> {
  const waiting = new Map<string, Waiting>();
  const send = async (one: Waiting) => {
    const { event } = one;
    one.attempt += 1;
    const { status, isAccepted, ms } = await deliver(event, receiver);
    const again = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (one.attempt - 1));
    one.due = Date.now() + again;
    if (isAccepted) waiting.delete(event.id);
    else waiting.set(event.id, one);
    const answer = status === null ? "no answer" : String(status);
    const next = isAccepted ? "" : `, again in ${again / 1_000} s`;
    printer.record(
      { event: event.type, id: event.id, attempt: one.attempt, status, accepted: isAccepted, ms },
      `${event.createdAt}  ${event.type}  ${event.id}  ${answer} in ${ms} ms, attempt ${one.attempt}${next}`,
    );
  };
  const onTrouble = (message: string) => printer.note(`${message} Asking again.`);
  const isWanted = types && (({ type }: EventRecord) => types.includes(type));
  for await (const events of follow(eventsOf(loop, profile), { ...followed, isWanted, onTrouble })) {
    for (const event of events) if (!followed.signal.aborted) await send({ event, attempt: 0, due: 0 });
    for (const one of [...waiting.values()].filter(({ due }) => due <= Date.now()))
      if (!followed.signal.aborted) await send(one);
  }
  if (waiting.size > 0) printer.note(`${waiting.size} not accepted: start with --since to send them again.`);
}
