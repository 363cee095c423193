"use client";

import { useState } from "react";
import { useTRPC } from "@/components/trpc/client";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { Button } from "@/components/ui/forms/button";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { Time } from "@/components/ui/values/time";
import type { Login } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

function formatRoles({ isOperator, tenants, wallets }: Login): string {
  const roles = [
    ...(isOperator ? ["operator"] : []),
    ...tenants,
    ...(wallets > 0 ? [wallets === 1 ? "1 wallet" : `${wallets} wallets`] : []),
  ];
  return roles.join(", ") || "None";
}

export function LoginFacts({ login }: { readonly login: Login }) {
  const { email, emailProvedAt, secondFactorSince, devices, createdAt, isOperator } = login;
  return (
    <div className="flex max-w-[35rem] flex-col gap-4">
      <Facts>
        <Fact label="Email">{email}</Fact>
        <Fact label="Confirmed">{emailProvedAt ? <Time at={emailProvedAt} /> : "Not yet"}</Fact>
        <Fact label="Signs in to">{formatRoles(login)}</Fact>
        <Fact label="Second factor">
          {secondFactorSince ? (
            <>
              Since <Time at={secondFactorSince} />
            </>
          ) : (
            "None"
          )}
        </Fact>
        <Fact label="Signed-in devices">{devices}</Fact>
        <Fact label="Created">
          <Time at={createdAt} />
        </Fact>
      </Facts>
      {secondFactorSince && isOperator ? (
        <p className="text-14 text-muted">
          An operator’s second factor is reset on the server, with <code translate="no">npm run operator:reset</code>.
        </p>
      ) : null}
      {secondFactorSince && !isOperator ? (
        <OwnLoginOnly>
          <Reset email={email} />
        </OwnLoginOnly>
      ) : null}
    </div>
  );
}

function Reset({ email }: { readonly email: string }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const [isOpen, setOpen] = useState(false);
  const reset = useChange(trpc.network.logins.resetSecondFactor.mutationOptions(), {
    done: () => "Second factor reset",
    after: () => setOpen(false),
  });
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Reset second factor</Button>
      <TypedConfirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Reset this second factor?"
        action="Reset second factor"
        word={email}
        isBusy={reset.isPending}
        onConfirm={() => reset.mutate({ ...place, email })}
      >
        Confirm in another way that the person asking is the owner. All their devices are signed out, their password
        alone signs in until they set up a new one, and they get an email about it.
      </TypedConfirm>
    </div>
  );
}
