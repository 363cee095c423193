import { ArrowUp } from "lucide-react";
import { useState } from "react";
import { Button } from "../../forms/button";

interface NewAboveProps {
  readonly isAway: boolean;
  /** Keys of the first page's rows. */
  readonly keys: readonly string[];
  readonly goTop: () => void;
}

/** Tells how many new records there are at the top while the user has scrolled down. */
export function NewAbove({ isAway, keys, goTop }: NewAboveProps) {
  const [seen, setSeen] = useState(keys[0]);
  if (!isAway && seen !== keys[0]) setSeen(keys[0]);
  const at = seen === undefined ? 0 : keys.indexOf(seen);
  const count = at === -1 ? `${keys.length}+` : String(at);
  const hasNew = isAway && at !== 0;
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(3.5rem+var(--band))] z-20 flex h-0 justify-center overflow-visible"
    >
      {hasNew ? (
        <span className="pointer-events-auto">
          <Button
            size="small"
            look="primary"
            onClick={() => {
              window.scrollTo(0, 0);
              goTop();
            }}
          >
            <ArrowUp aria-hidden className="size-4" /> {count} new
          </Button>
        </span>
      ) : null}
    </div>
  );
}
