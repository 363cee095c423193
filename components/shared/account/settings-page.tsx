"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import type { Me } from "@/server/trpc/types";
import { ChangePassword } from "./change-password";
import { Devices } from "./devices";
import { OwnName } from "./own-name";
import { Passkeys } from "./passkeys/passkeys";
import { ProveEmail } from "./prove-email";
import { SecondFactor } from "./second-factor";
import { ThemeChoice } from "./theme-choice";
import { useSignOut } from "./use-sign-out";
import { YourData } from "./your-data";

export function SettingsPage({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  return (
    <>
      <PageHead title="Settings" {...(me ? { purpose: me.email } : {})} />
      <AccountSections me={me}>{children}</AccountSections>
    </>
  );
}

interface AccountSectionsProps {
  readonly me: Me | undefined;
  readonly children?: ReactNode;
}

export function AccountSections({ me, children }: AccountSectionsProps) {
  const signOut = useSignOut();
  return (
    <div className="flex max-w-[35rem] flex-col gap-10">
      {me && !me.isEmailProved ? (
        <section>
          <SectionHead title="Confirm your email" />
          <ProveEmail email={me.email} />
        </section>
      ) : null}
      {me && !me.isShared ? (
        <section>
          <SectionHead title="Name" />
          <OwnName name={me.name} />
        </section>
      ) : null}
      <section>
        <SectionHead title="Password" />
        {me ? <ChangePassword email={me.email} isShared={me.isShared} /> : null}
      </section>
      {me && !me.isShared && me.isEmailProved ? (
        <>
          <section>
            <SectionHead title="Passkeys" />
            <Passkeys hasSecondFactor={me.hasSecondFactor} />
          </section>
          <section>
            <SectionHead title="Second factor" />
            <SecondFactor isOn={me.hasSecondFactor} />
          </section>
        </>
      ) : null}
      {children}
      <section>
        <SectionHead title="Appearance" />
        <ThemeChoice />
      </section>
      <section>
        <SectionHead title="Signed-in devices" />
        <Devices />
      </section>
      {me ? (
        <section>
          <SectionHead title="Your data" />
          <YourData me={me} />
        </section>
      ) : null}
      <div className="lg:hidden">
        <Button isWide onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
