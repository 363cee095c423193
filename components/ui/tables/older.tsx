"use client";

import { Button } from "../forms/button";

interface OlderProps {
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly onMore: () => void;
}

export function Older({ hasMore, isBusy, onMore }: OlderProps) {
  if (!hasMore) return null;
  return (
    <div className="mt-4 flex justify-center">
      <Button isBusy={isBusy} onClick={onMore}>
        Show older
      </Button>
    </div>
  );
}
