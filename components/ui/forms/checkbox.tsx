"use client";

import { Check } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";

interface CheckboxProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
}

export function Checkbox({ isChecked, onChange, children }: CheckboxProps) {
  const id = useId();
  const isHydrated = useIsHydrated();
  return (
    <div className="flex min-h-9 items-center gap-3">
      <Primitive.Root
        id={id}
        disabled={!isHydrated}
        checked={isChecked}
        onCheckedChange={(checked) => onChange(checked === true)}
        className="grid size-5 shrink-0 place-items-center rounded-4 border border-line-strong bg-page data-[state=checked]:border-button data-[state=checked]:bg-button"
      >
        <Primitive.Indicator>
          <Check aria-hidden className="size-4 text-white" strokeWidth={3} />
        </Primitive.Indicator>
      </Primitive.Root>
      <label htmlFor={id} className="flex-1 cursor-pointer text-14">
        {children}
      </label>
    </div>
  );
}
