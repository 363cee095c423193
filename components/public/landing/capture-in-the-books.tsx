const ENTRIES = [
  ["Alice", "member", "−12.50"],
  ["Sandbox Café", "merchant", "+12.50"],
] as const;

/** The two entries of a posting, and that they come to nothing: double entry in three lines. */
export function CaptureInTheBooks() {
  return (
    <table className="w-full overflow-hidden rounded-8 border border-separate border-spacing-0 border-line bg-raised text-13">
      <caption className="sr-only">The entries that a capture of this authorization makes</caption>
      <thead>
        <tr className="text-12 text-muted">
          <th scope="col" colSpan={2} className="border-b border-line px-4 py-2 text-left font-medium">
            Captured, in the books
          </th>
          <th scope="col" className="border-b border-line px-4 py-2 text-right font-normal">
            USD
          </th>
        </tr>
      </thead>
      <tbody className="font-mono">
        {ENTRIES.map(([account, kind, amount]) => (
          <tr key={account}>
            <th scope="row" className="px-4 pt-2 text-left font-normal">
              {account}
            </th>
            <td className="pt-2 text-muted">{kind}</td>
            <td className="px-4 pt-2 text-right tabular-nums">{amount}</td>
          </tr>
        ))}
        <tr className="text-muted">
          <th scope="row" colSpan={2} className="px-4 pt-2 pb-3 text-left font-normal">
            Sum
          </th>
          <td className="px-4 pt-2 pb-3 text-right tabular-nums">0.00</td>
        </tr>
      </tbody>
    </table>
  );
}
