"use client";

import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";

export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const isHydrated = useIsHydrated();
  return (
    <Primitive.Root defaultValue={tabs[0]?.value ?? ""}>
      <Primitive.List aria-label={label} className="fade-more flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            disabled={!isHydrated}
            value={tab.value}
            className="-mb-px h-10 shrink-0 border-b-2 border-transparent px-3 text-14 font-medium whitespace-nowrap text-muted hover:text-text data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
