"use client";

import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import { useKeptText } from "@/components/ui/storage/use-kept-text";
import type { CodeLanguage } from "@/server/contracts/rest/example-code";
import { KeyedCode } from "./own-key/keyed-code";

const LABELS: Readonly<Record<CodeLanguage, string>> = { curl: "curl", typescript: "TypeScript", python: "Python" };

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
  const [chosen, choose] = useKeptText("docs.language");
  const version = versions.find(({ language }) => language === chosen) ?? versions[0];
  return (
    <KeyedCode
      label={label}
      text={version?.text ?? ""}
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
    </KeyedCode>
  );
}
