"use client";

import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";

interface DemoProps {
  readonly baseUrl: string;
  /** The first frame, made by the server. */
  readonly children: ReactNode;
}

type Live = ComponentType<{ readonly baseUrl: string }>;
type State = "waiting" | "loading" | "missing";

/** How what stands elsewhere on the page says that the demo should begin. */
const BEGIN = "demo:begin";

const loadLive = (): Promise<Live> => import("./live-demo").then(({ LiveDemo }) => LiveDemo);

const Begin = createContext<{ readonly begin: () => void; readonly state: State }>({
  begin: () => undefined,
  state: "waiting",
});

/** The first frame until someone begins: what runs the demo is loaded by those who use it. */
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

/** In the first frame: begins the demo. The server says how it looks, so that no script does. */
export function BeginButton({ className }: { readonly className: string }) {
  const { begin, state } = useContext(Begin);
  const isHydrated = useIsHydrated();
  const isBusy = state === "loading";
  return (
    <>
      {state === "missing" ? (
        <p role="alert" className="mb-2 rounded-8 bg-bad-fill px-3 py-2 text-13 text-bad">
          A part of this page couldn’t be loaded. Try again.
        </p>
      ) : null}
      <button
        type="button"
        disabled={!isHydrated}
        aria-busy={isBusy || undefined}
        onPointerEnter={() => void loadLive().catch(() => null)}
        onClick={isBusy ? undefined : begin}
        className={className}
      >
        Make a code
      </button>
    </>
  );
}

/** At the top of the page: leads to the demo and begins it. Without scripts it leads there. */
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
