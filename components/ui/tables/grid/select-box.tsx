import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useIsHydrated } from "../../forms/use-is-hydrated";
import type { Marks } from "./use-marks";

interface BoxProps extends ComponentProps<"input"> {
  /** Class of the label, which enlarges what can be pressed. */
  readonly around: string;
}

function Box({ around, className, ...box }: BoxProps) {
  const isHydrated = useIsHydrated();
  const look = clsx("cursor-pointer align-middle accent-(--button)", className);
  return (
    <label className={around}>
      <input type="checkbox" {...box} disabled={!isHydrated} className={look} />
    </label>
  );
}

interface SelectBoxProps {
  readonly of: string;
  readonly isSelected: boolean;
  readonly toggle: Marks<object>["toggle"];
}

export function SelectBox({ of, isSelected, toggle }: SelectBoxProps) {
  return (
    <td className="w-9 pl-4">
      <Box
        around="-m-2 grid size-8 place-items-center"
        aria-label={`Select ${of}`}
        title="x"
        checked={isSelected}
        onChange={() => undefined}
        onClick={(event) => toggle(of, event.shiftKey)}
        className="size-4"
      />
    </td>
  );
}

export function SelectInList({ of, isSelected, toggle }: SelectBoxProps) {
  return (
    <Box
      around="grid min-h-11 w-11 shrink-0 cursor-pointer place-items-center pl-1"
      aria-label={`Select ${of}`}
      checked={isSelected}
      onChange={() => undefined}
      onClick={(event) => toggle(of, event.shiftKey)}
      className="size-5"
    />
  );
}

export function SelectAll({ marks }: { readonly marks: Marks<object> }) {
  const isSome = marks.selected.length > 0;
  return (
    <th
      scope="col"
      className="sticky top-0 z-10 h-10 w-9 rounded-tl-8 border-b border-line bg-raised pl-4 text-left font-medium"
    >
      <Box
        around="-m-2 grid size-8 place-items-center"
        aria-label={isSome ? "Clear the selection" : marks.isLong ? "Select loaded rows" : "Select all on this page"}
        checked={isSome}
        onChange={() => marks.selectAll(!isSome)}
        className="size-4"
      />
    </th>
  );
}
