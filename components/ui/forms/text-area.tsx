import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { borderOf, Labelled, type LabelledProps } from "./labelled";
import { useIsHydrated } from "./use-is-hydrated";

type TextAreaProps = LabelledProps & Omit<ComponentProps<"textarea">, "className" | "id">;

export function TextArea({ label, help, error, ...text }: TextAreaProps) {
  const isHydrated = useIsHydrated();
  return (
    <Labelled label={label} help={help} error={error}>
      {(ties) => (
        <textarea
          {...text}
          {...ties}
          // React would undo what was typed into a controlled field before it hydrated.
          readOnly={text.readOnly || (text.value !== undefined && !isHydrated)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className={clsx(
            "w-full min-w-0 px-3 py-2 font-mono text-16 outline-none placeholder:text-muted focus:outline-2 focus:outline-accent lg:text-13",
            borderOf(error),
          )}
        />
      )}
    </Labelled>
  );
}
