"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useForm } from "@/components/shared/forms/use-form";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { whileLeaving } from "@/components/trpc/ended-session";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Choice } from "@/components/ui/forms/choice";
import { Field } from "@/components/ui/forms/field";
import { LoginName } from "@/components/ui/forms/login-name";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { applyTheme, readTheme, type Theme } from "@/components/ui/layout/theme";
import type { Me } from "@/server/trpc/types";
import { DownloadData } from "../personal-data/download-data";
import { EraseDialog } from "../personal-data/erase-dialog";
import type { Erasing } from "../personal-data/erase-form";
import { Devices } from "./devices";
import { Passkeys } from "./passkeys/passkeys";
import { ProveEmail } from "./prove-email";
import { SecondFactor } from "./second-factor";
import { useSignOut } from "./use-sign-out";

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

const THEMES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const never = () => () => undefined;

function ThemeChoice() {
  const stored = useSyncExternalStore<Theme>(never, readTheme, () => "system");
  const [chosen, setChosen] = useState<Theme | null>(null);
  return (
    <Choice<Theme>
      label="On this device"
      options={THEMES}
      value={chosen ?? stored}
      onChange={(theme) => {
        setChosen(theme);
        applyTheme(theme);
      }}
    />
  );
}

function OwnName({ name }: { readonly name: string | null }) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-8 border border-line px-4 py-3">
      <p className="min-w-0 text-14 wrap-anywhere">{name ?? <span className="text-muted">Not set</span>}</p>
      <FormDialog
        size="small"
        button={name === null ? "Add a name" : "Change"}
        title="Your name"
        form={(done) => <NameForm name={name} onDone={done} />}
      />
    </div>
  );
}

function NameForm({ name, onDone }: { readonly name: string | null; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { field, form } = useForm({
    start: { name: name ?? "" },
    schema: () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ChangeNameInput),
    toInput: (draft) => draft,
    mutation: trpc.shared.sessions.changeName.mutationOptions(),
    variables: (input) => ({ name: input.name ?? "" }),
    onSent: () => {
      toast.success("Name saved");
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Save">
      <Field {...field("name")} label="Name" autoComplete="name" help="Your team sees it beside your email." />
    </DialogForm>
  );
}

function YourData({ me }: { readonly me: Me }) {
  const trpc = useTRPC();
  const { mutateAsync: erasePerson } = useMutation(trpc.shared.personalData.erase.mutationOptions());
  const [isOpen, setOpen] = useState(false);
  const preview = useQuery({
    ...trpc.shared.personalData.previewErasure.queryOptions(),
    enabled: isOpen,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (me.isShared) {
    return (
      <p className="rounded-8 border border-line p-4 text-14 text-muted">
        This is a shared demo login, so its data can’t be downloaded or deleted.
      </p>
    );
  }
  const erase = (input: Erasing) =>
    whileLeaving(async () => {
      await erasePerson(input);
      // The session is already gone; this removes its cookie and the push subscription.
      const [auth, pushes] = await Promise.all([import("next-auth/react"), import("./stop-pushes")]);
      await pushes.stopPushes();
      await auth.signOut({ redirect: false }).catch(() => undefined);
      location.assign("/deleted");
    });
  return (
    <div className="rounded-8 border border-line p-4">
      <p className="text-14 text-muted">
        The download is one JSON file with everything held about you. Deleting your account removes your personal data
        for good.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <DownloadData href="/account/data">Download your data</DownloadData>
        <Button onClick={() => setOpen(true)}>Delete your account</Button>
      </div>
      <EraseDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete your account?"
        action="Delete your account"
        preview={preview}
        word={me.email}
        hasSecondFactor={me.hasSecondFactor}
        onErase={erase}
      />
    </div>
  );
}

/** Also signs out every other device. */
function ChangePassword({ email, isShared }: { readonly email: string; readonly isShared: boolean }) {
  const trpc = useTRPC();
  const change = useMutation(
    trpc.shared.sessions.changePassword.mutationOptions({
      onSuccess: () => {
        form.ref.current?.reset();
        toast.success("Password changed", { description: "Every other device was signed out." });
      },
      onError: (error) => {
        const found = issuesOf(error);
        show(found.current ? { current: "That isn’t your password." } : found);
        if (Object.keys(found).length === 0) toast.error(messageOf(error));
      },
    }),
  );
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ChangePasswordInput),
    (input) => change.mutate(input),
  );
  if (isShared) {
    return (
      <p className="rounded-8 border border-line p-4 text-14 text-muted">
        This is a shared demo login, so its password can’t be changed.
      </p>
    );
  }
  return (
    <form {...form} className="flex flex-col gap-4">
      <LoginName email={email} />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        name="current"
        error={issues.current}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        name="next"
        error={issues.next}
        help="At least 12 characters. You’ll be signed out on every other device."
      />
      <div>
        <Button type="submit" isBusy={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
