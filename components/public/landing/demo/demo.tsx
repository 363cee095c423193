"use client";

import { type ComponentType, createContext, type ReactNode, useContext, useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { useLoaded } from "@/components/ui/layout/use-loaded";

interface DemoProps {
  readonly baseUrl: string;
  /** The first frame, made by the server. */
  readonly children: ReactNode;
}

const loadLive = (): Promise<ComponentType<{ readonly baseUrl: string }>> =>
  import("./live-demo").then(({ LiveDemo }) => LiveDemo);

const Begin = createContext<{ readonly begin: () => void; readonly isBegun: boolean }>({
  begin: () => undefined,
  isBegun: false,
});

/** The first frame until someone begins: what runs the demo is loaded by those who use it. */
export function Demo({ baseUrl, children }: DemoProps) {
  const [isBegun, setBegun] = useState(false);
  const Live = useLoaded(loadLive, isBegun, () => setBegun(false));
  if (Live) return <Live baseUrl={baseUrl} />;
  return <Begin value={{ begin: () => setBegun(true), isBegun }}>{children}</Begin>;
}

/** In the first frame: begins the demo. */
export function BeginButton() {
  const { begin, isBegun } = useContext(Begin);
  return (
    <Button
      look="primary"
      size="large"
      isWide
      isBusy={isBegun}
      onPointerEnter={() => void loadLive().catch(() => null)}
      onClick={begin}
    >
      Make a code
    </Button>
  );
}
