"use client";

import { clsx } from "clsx";
import { type ReactNode, useId, useSyncExternalStore } from "react";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import { browserTexts } from "@/components/ui/storage/kept-texts";
import { CodeBlock } from "@/components/ui/values/code-block";
import type { CodeLanguage } from "@/server/contracts/rest/example-code";

const KEY = "docs.language";
const FIRST: CodeLanguage = "curl";
const LABELS: Readonly<Record<CodeLanguage, string>> = { curl: "curl", typescript: "TypeScript", python: "Python" };

const listeners = new Set<() => void>();

function choose(language: CodeLanguage): void {
  browserTexts.keep(KEY, language);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface CodeChoiceProps {
  readonly label: string;
  readonly versions: readonly {
    readonly language: CodeLanguage;
    /** The text that the copy button takes. */
    readonly text: string;
    readonly shown: ReactNode;
  }[];
}

/** A request in the language that the reader chose, here or at another one. */
export function CodeChoice({ label, versions }: CodeChoiceProps) {
  const name = useId();
  const isHydrated = useIsHydrated();
  const chosen = useSyncExternalStore(
    subscribe,
    () => browserTexts.read(KEY) ?? FIRST,
    () => FIRST,
  );
  const version = versions.find(({ language }) => language === chosen) ?? versions[0];
  return (
    <CodeBlock
      label={label}
      copies={version?.text}
      note={
        <span role="radiogroup" aria-label={`Language of ${label}`} className="flex shrink-0 print:hidden">
          {versions.map(({ language }) => (
            <label
              key={language}
              className={clsx(
                "relative grid h-8 place-items-center rounded-4 px-2 has-focus-visible:outline-2 has-focus-visible:outline-accent",
                language === version?.language ? "font-medium text-text" : "hover:text-text",
              )}
            >
              <input
                type="radio"
                name={name}
                disabled={!isHydrated}
                checked={language === version?.language}
                onChange={() => choose(language)}
                className="absolute inset-0 appearance-none outline-none"
              />
              {LABELS[language]}
            </label>
          ))}
        </span>
      }
    >
      {version?.shown}
    </CodeBlock>
  );
}
