import { MEASURED, MEASURED_ON } from "./facts";

export function Measured() {
  const [command, machine, node, database] = MEASURED_ON;
  return (
    <div>
      <dl className="grid grid-cols-2 gap-x-10 gap-y-8">
        {MEASURED.map(({ figure, what, how }) => (
          <div key={what} className="flex flex-col-reverse justify-end gap-1">
            <dt className="text-14">
              {what}
              <span className="block text-13 text-pretty text-muted">{how}</span>
            </dt>
            <dd className="text-28 font-semibold tracking-tight tabular-nums sm:text-40">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-8 text-13 text-muted">
        By <code>{command}</code> on a {machine} with {node} and {database}, November 2026. Measure on yours:{" "}
        <code>docs/capacity.md</code> has all of it.
      </p>
    </div>
  );
}
