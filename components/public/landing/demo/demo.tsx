"use client";

import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";

interface DemoProps {
  readonly baseUrl: string;
  readonly children: ReactNode;
}

type Live = ComponentType<{ readonly baseUrl: string }>;
type State = "waiting" | "loading" | "missing";

const BEGIN = "demo:begin";

const loadLive = (): Promise<Live> => import("./live-demo").then(({ LiveDemo }) => LiveDemo);

const Begin = createContext<{ readonly begin: () => void; readonly state: State }>({
  begin: () => undefined,
  state: "waiting",
});

/** Shows the static first frame until the visitor starts the demo, and only then loads its code. */
export function Demo({ baseUrl, children }: DemoProps) {
  const [state, setState] = useState<State>("waiting");
  const [live, setLive] = useState<{ readonly It: Live }>();
  const begin = useCallback(() => {
    setState("loading");
    loadLive().then(
      (It) => setLive({ It }),
      () => setState("missing"),
    );
  }, []);
  useEffect(() => {
    document.addEventListener(BEGIN, begin);
    return () => document.removeEventListener(BEGIN, begin);
  }, [begin]);
  if (live) return <live.It baseUrl={baseUrl} />;
  return <Begin value={{ begin, state }}>{children}</Begin>;
}

/** Starts the demo. Its style comes from the server, so that no script has to contain it. */
export function BeginButton({ className }: { readonly className: string }) {
  const { begin, state } = useContext(Begin);
  const isBusy = state === "loading";
  return (
    <>
      {state === "missing" ? (
        <p role="alert" className="mb-2 rounded-8 bg-bad-fill px-3 py-2 text-13 text-bad">
          A part of this page couldn’t be loaded. Try again.
        </p>
      ) : null}
      <PlainButton
        aria-busy={isBusy || undefined}
        onPointerEnter={() => void loadLive().catch(() => null)}
        onClick={isBusy ? undefined : begin}
        className={className}
      >
        Make a code
      </PlainButton>
    </>
  );
}

/** Scrolls to the demo and starts it. Without scripts, it only scrolls. */
export function BeginLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads there, with scripts and without
    <a
      href="#demo"
      onPointerEnter={() => void loadLive().catch(() => null)}
      onClick={() => document.dispatchEvent(new Event(BEGIN))}
      className="inline-flex h-11 items-center justify-center rounded-8 bg-button px-5 text-14 font-medium whitespace-nowrap text-white transition-colors hover:bg-button-hover"
    >
      Make a payment
    </a>
  );
}
