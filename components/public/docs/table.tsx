import type { ReactNode } from "react";

interface DataTableProps {
  readonly columns: readonly string[];
  /** The first cell is the row's header. */
  readonly rows: readonly (readonly [name: string, ...cells: ReactNode[]])[];
  /** The row headers are ids or code. */
  readonly isCode?: boolean;
}

export function DataTable({ columns, rows, isCode = false }: DataTableProps) {
  return (
    <table className="block w-full text-left text-14 max-sm:wrap-anywhere sm:table">
      <thead className="hidden text-12 text-muted sm:table-header-group">
        <tr className="border-b border-line">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-6 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line border-b border-line sm:table-row-group">
        {rows.map(([name, ...cells]) => (
          <tr key={name} className="block py-2.5 sm:table-row sm:py-0">
            <th scope="row" className="block pr-6 align-top font-medium sm:table-cell sm:py-2.5">
              {isCode ? <code translate="no">{name}</code> : name}
            </th>
            {cells.map((cell, index) => (
              <td
                key={columns[index + 1]}
                className="block pr-6 align-top text-muted last:pr-0 sm:table-cell sm:py-2.5"
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
