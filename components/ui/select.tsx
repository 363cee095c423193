import { type ComponentProps, useId } from "react";

interface SelectProps extends Omit<ComponentProps<"select">, "className" | "id"> {
  readonly label: string;
}

/** One of many, by the browser's own list. */
export function Select({ label, children, ...select }: SelectProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="h-11 w-full min-w-0 rounded-8 border border-line-strong bg-page px-3 text-16 lg:text-14"
      >
        {children}
      </select>
    </div>
  );
}
