import { clsx } from "clsx";
import type { Marks } from "./use-marks";

const BOX = "cursor-pointer align-middle accent-(--button)";

interface SelectBoxProps {
  readonly of: string;
  readonly isSelected: boolean;
  readonly toggle: Marks<object>["toggle"];
}

export function SelectBox({ of, isSelected, toggle }: SelectBoxProps) {
  return (
    <td className="w-9 pl-4">
      <label className="-m-2 grid size-8 place-items-center">
        <input
          type="checkbox"
          aria-label={`Select ${of}`}
          title="x"
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => toggle(of, event.shiftKey)}
          className={clsx(BOX, "size-4")}
        />
      </label>
    </td>
  );
}

export function SelectInList({ of, isSelected, toggle }: SelectBoxProps) {
  return (
    <label className="grid min-h-11 w-11 shrink-0 cursor-pointer place-items-center pl-1">
      <input
        type="checkbox"
        aria-label={`Select ${of}`}
        checked={isSelected}
        onChange={() => undefined}
        onClick={(event) => toggle(of, event.shiftKey)}
        className={clsx(BOX, "size-5")}
      />
    </label>
  );
}

export function SelectAll({ marks }: { readonly marks: Marks<object> }) {
  const isSome = marks.selected.length > 0;
  return (
    <th
      scope="col"
      className="sticky top-0 z-10 h-10 w-9 rounded-tl-8 border-b border-line bg-raised pl-4 text-left font-medium"
    >
      <label className="-m-2 grid size-8 place-items-center">
        <input
          type="checkbox"
          aria-label={isSome ? "Clear the selection" : marks.isLong ? "Select loaded rows" : "Select all on this page"}
          checked={isSome}
          onChange={() => marks.selectAll(!isSome)}
          className={clsx(BOX, "size-4")}
        />
      </label>
    </th>
  );
}
