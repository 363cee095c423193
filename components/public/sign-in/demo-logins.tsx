"use client";

import { Button } from "@/components/ui/forms/button";

export interface Login {
  readonly email: string;
  readonly password: string;
}

interface DemoLoginsProps {
  readonly logins: readonly Login[];
  readonly onChoose: (login: Login) => void;
}

export function DemoLogins({ logins, onChoose }: DemoLoginsProps) {
  return (
    <section className="mt-6 border-t border-line pt-5">
      <h2 className="text-14">Demo logins</h2>
      <p className="mt-1 text-13 text-muted">This is a sandbox with test data. Choose one to fill in the form.</p>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,10.5rem),1fr))] gap-2">
        {logins.map((login) => (
          <li key={login.email}>
            <Button size="small" isWide onClick={() => onChoose(login)}>
              {login.email}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
