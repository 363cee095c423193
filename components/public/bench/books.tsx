import { clsx } from "clsx";
import { shortId } from "@/components/ui/values/short-id";
import { DEMO_CURRENCY } from "@/server/contracts/demo";
import type { BenchEntry } from "@/server/contracts/portal/public/bench-run";
import { Panel, Scroll } from "./panel";
import type { RunState } from "./run-state";
import { signed } from "./signed";

const CELL = "px-3 py-2 text-right font-mono tabular-nums";
const HEAD = "px-3 py-2 text-right font-medium";

interface Posting {
  readonly postingId: string;
  readonly kind: BenchEntry["kind"];
  readonly member: number;
  readonly merchant: number;
}

function postingsOf(entries: readonly BenchEntry[]): Posting[] {
  const ids = [...new Set(entries.map(({ postingId }) => postingId))];
  return ids.map((postingId) => {
    const own = entries.filter((entry) => entry.postingId === postingId);
    const sum = (kind: BenchEntry["accountKind"]) =>
      own.reduce((total, entry) => (entry.accountKind === kind ? total + entry.amount : total), 0);
    return { postingId, kind: own[0]?.kind ?? "capture", member: sum("member"), merchant: sum("merchant") };
  });
}

export function Books({ state }: { readonly state: RunState }) {
  const postings = postingsOf(state.entries);
  const total = (side: "member" | "merchant") => postings.reduce((sum, posting) => sum + posting[side], 0);
  const after = { member: total("member"), merchant: total("merchant") };
  return (
    <Panel title="Books" note={`ledger entries, ${DEMO_CURRENCY}`}>
      <Scroll label="Ledger entries of this run" endsWith={postings.length}>
        <table className="w-full text-13">
          <thead>
            <tr className="border-b border-line text-12 text-muted">
              <th scope="col" className="px-4 py-2 text-left font-medium">
                Posting
              </th>
              <th scope="col" className={HEAD}>
                Robin
              </th>
              <th scope="col" className={HEAD}>
                Café
              </th>
              <th scope="col" className={HEAD}>
                Sum
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            <Line name="Before this run" member={0} merchant={0} isQuiet />
            {postings.map(({ postingId, kind, member, merchant }) => (
              <Line
                key={postingId}
                name={kind === "capture" ? "Capture" : "Refund"}
                id={postingId}
                {...{ member, merchant }}
              />
            ))}
            <Line name="After" {...after} isTotal />
          </tbody>
        </table>
        <p className="px-4 pt-2 pb-3 text-12 text-pretty text-muted">
          {postings.length === 0 ? "Nothing is posted yet: codes and holds move no money. " : null}
          Held on Robin’s account now: {(state.paid?.payment.held ?? 0).toFixed(2)}
        </p>
      </Scroll>
    </Panel>
  );
}

interface LineProps {
  readonly name: string;
  readonly id?: string;
  readonly member: number;
  readonly merchant: number;
  readonly isQuiet?: boolean;
  readonly isTotal?: boolean;
}

function Line({ name, id, member, merchant, isQuiet = false, isTotal = false }: LineProps) {
  return (
    <tr className={clsx(isQuiet && "text-muted", isTotal && "font-semibold", id && "animate-fade")}>
      <th scope="row" className={clsx("px-4 py-2 text-left", isTotal ? "font-semibold" : "font-normal")}>
        {name}
        {id ? (
          <code translate="no" className="block text-12 text-muted">
            {shortId(id)}
          </code>
        ) : null}
      </th>
      <td className={CELL}>{signed(member)}</td>
      <td className={CELL}>{signed(merchant)}</td>
      <td className={clsx(CELL, "text-good")}>{signed(member + merchant)}</td>
    </tr>
  );
}
