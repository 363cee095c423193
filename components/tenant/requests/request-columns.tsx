import { timeColumn } from "@/components/shared/console/columns";
import type { Column } from "@/components/ui/tables/data-table";
import { shortId } from "@/components/ui/values/short-id";
import { Time } from "@/components/ui/values/time";
import type { Listed } from "@/server/trpc/types";
import { shortKey } from "./operations";
import { StatusCode } from "./status-code";

type LoggedRequest = Listed<"tenant", "requests">;

/** Shortens ids in the middle, so that the operation stays legible. */
const shortPath = (path: string) => path.replace(/[0-9A-Za-z]{17}/g, shortId);

function Outcome({ errorCode, isReplay, isKeyless }: LoggedRequest) {
  if (isKeyless) return <span className="text-warn">No Idempotency-Key</span>;
  return errorCode ?? (isReplay ? "replayed" : null);
}

export const REQUEST_COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    id: "request",
    minWidth: 340,
    isText: true,
    header: "Request",
    sortBy: "request",
    cell: ({ method, path }) => (
      <span translate="no" className="font-mono text-13">
        <span className="text-muted">{method}</span> {shortPath(path)}
      </span>
    ),
  },
  {
    id: "status",
    minWidth: 190,
    header: "Status",
    sortBy: "-status",
    cell: (row) => (
      <span className="flex flex-col items-start">
        <StatusCode status={row.status} />
        <span className="max-w-full truncate text-12 text-muted empty:hidden">
          <Outcome {...row} />
        </span>
      </span>
    ),
  },
  {
    id: "key",
    drops: 1,
    minWidth: 150,
    isText: true,
    header: "Key",
    cell: ({ keyId }) => (
      <span translate="no" className="font-mono text-13 whitespace-nowrap text-muted">
        {shortKey(keyId)}
      </span>
    ),
  },
  {
    id: "duration",
    drops: 2,
    minWidth: 96,
    header: "Took",
    isNumeric: true,
    sortBy: "-duration",
    cell: ({ durationMs }) => `${durationMs} ms`,
  },
  timeColumn("At", { id: "at", isNumeric: true }),
];

export function RequestRow(row: LoggedRequest) {
  const { method, path, status, keyId, createdAt } = row;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-14">
      <span translate="no" className="font-mono text-13 wrap-anywhere">
        <span className="text-muted">{method}</span> {shortPath(path)}
      </span>
      <StatusCode status={status} />
      <span className="truncate text-13 text-muted">
        {row.errorCode || row.isReplay || row.isKeyless ? (
          <Outcome {...row} />
        ) : (
          <span translate="no" className="font-mono">
            {shortKey(keyId)}
          </span>
        )}
      </span>
      <span className="text-right text-13 text-muted">
        <Time at={createdAt} as="relative" />
      </span>
    </span>
  );
}
