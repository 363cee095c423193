import type { Marks } from "./use-marks";

const BOX = "size-4 cursor-pointer align-middle accent-(--button)";

/** Chooses a row, or all of the page; with Shift all from the one before. x does the same. */
export function SelectBox({ marks, of }: { readonly marks: Marks<object>; readonly of: string }) {
  if (of === "all") return <SelectAll marks={marks} />;
  return (
    <td className="w-9 pl-4">
      <label className="-m-2 grid size-8 place-items-center">
        <input
          type="checkbox"
          aria-label={`Select ${of}`}
          title="x"
          checked={marks.isSelected(of)}
          onChange={() => undefined}
          onClick={(event) => marks.toggle(of, event.shiftKey)}
          className={BOX}
        />
      </label>
    </td>
  );
}

function SelectAll({ marks }: { readonly marks: Marks<object> }) {
  const isSome = marks.selected.length > 0;
  return (
    <th
      scope="col"
      className="sticky top-0 z-10 h-10 w-9 rounded-tl-8 border-b border-line bg-raised pl-4 text-left font-medium"
    >
      <label className="-m-2 grid size-8 place-items-center">
        <input
          type="checkbox"
          aria-label={
            isSome ? "Clear the selection" : marks.isLong ? "Select the rows around here" : "Select all on this page"
          }
          checked={isSome}
          onChange={() => marks.selectAll(!isSome)}
          className={BOX}
        />
      </label>
    </th>
  );
}
