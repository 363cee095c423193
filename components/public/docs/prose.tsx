import type { ReactNode } from "react";

const PROSE = [
  "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 text-16",
  "[&_p]:max-w-[36.5rem] [&_p]:text-pretty [&_:is(p,li)]:leading-[1.625rem]",
  "[&_p_a]:text-accent [&_p_a]:underline [&_p_a]:underline-offset-2 [&_td_a]:text-accent [&_td_a]:underline",
  "[&_:is(p,li,td)_code]:rounded-4 [&_:is(p,li,td)_code]:bg-raised [&_:is(p,li,td)_code]:px-1 [&_:is(p,li,td)_code]:py-0.5",
  "[&_:is(p,li,td)_code]:text-[0.875em] [&_:is(p,li,td)_code]:break-words [&_:is(p,li,td)_code]:text-text [&_th_code]:text-13 [&_th_code]:break-words",
  "[&_:is(ul,ol)]:grid [&_:is(ul,ol)]:max-w-[36.5rem] [&_:is(ul,ol)]:gap-2 [&_:is(ul,ol)]:pl-5 [&_ul]:list-disc [&_ol]:list-decimal",
  "[&_p>mark]:rounded-4 [&_p>mark]:bg-accent-fill [&_p>mark]:px-1 [&_p>mark]:font-mono [&_p>mark]:text-[0.875em] [&_p>mark]:text-accent",
].join(" ");

export function Prose({ children }: { readonly children: ReactNode }) {
  return <div className={PROSE}>{children}</div>;
}
