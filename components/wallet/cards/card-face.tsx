import { clsx } from "clsx";
import { Snowflake } from "lucide-react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import type { Card } from "@/server/trpc/types";

const SHOWN = 4;

/** `11/30`: the last month in which it works; `expiresOn` is the first day after. */
function lastMonth(expiresOn: string): string {
  const last = new Date(new Date(expiresOn).getTime() - 1);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(last.getUTCMonth() + 1)}/${two(last.getUTCFullYear() % 100)}`;
}

/** The card as a thing one knows: pale and under frost when it can't pay. */
export function CardFace({ card }: { readonly card: Card }) {
  const { id, status, expiresOn, currency } = card;
  const isActive = status === "active";
  return (
    <div
      className={clsx(
        "flex aspect-[1.6] w-full max-w-[360px] flex-col justify-between rounded-8 border p-5 transition-colors",
        isActive ? "border-button bg-button text-white" : "border-line bg-raised text-muted",
      )}
    >
      <div className="flex items-start justify-between">
        <p className="text-14 font-semibold">Closed Loop</p>
        {status === "frozen" ? (
          <Snowflake aria-hidden className="size-8 animate-fade text-accent" strokeWidth={1.5} />
        ) : (
          <p className="text-14">{currency}</p>
        )}
      </div>
      <p className="font-mono text-20 tracking-wide">
        <span aria-hidden>···· ···· </span>
        {id.slice(-SHOWN)}
      </p>
      <div className="flex items-end justify-between text-13">
        <p>{nameAccount({ id: card.account, currency })}</p>
        <p className="tabular-nums">
          <span className="sr-only">Valid until </span>
          {lastMonth(expiresOn)}
        </p>
      </div>
    </div>
  );
}
