import { type ComponentProps, type ReactNode, useId } from "react";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "className" | "id"> {
  readonly label: string;
  readonly help?: ReactNode;
}

/** Several lines, letter by letter: headers, bodies, code. */
export function TextArea({ label, help, ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={help ? `${id}-note` : undefined}
        className="w-full min-w-0 rounded-8 border border-line-strong bg-page px-3 py-2 font-mono text-16 outline-none placeholder:text-muted focus:outline-2 focus:outline-accent lg:text-13"
      />
      {help ? (
        <p id={`${id}-note`} className="text-13 text-muted">
          {help}
        </p>
      ) : null}
    </div>
  );
}
