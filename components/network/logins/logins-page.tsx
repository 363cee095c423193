"use client";

import { useQuery } from "@tanstack/react-query";
import { UserSearch } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { PageHead } from "@/components/ui/layout/page-head";
import { useNetwork } from "../shell/use-network";
import { LoginFacts } from "./login-facts";

/** Finds one login by its exact email; there is no list of people. The email isn't put into the page's URL. */
export function LoginsPage() {
  const [email, setEmail] = useState<string>();
  const { form, issues } = useCheckedForm(
    () => import("@/server/contracts/portal/network/network").then((contract) => contract.LoginInput),
    (input) => setEmail(input.email),
  );
  return (
    <>
      <PageHead
        title="Logins"
        purpose="How a person’s login is protected, and a way back in for anyone who lost their phone."
      />
      <form {...form} className="mb-6 flex max-w-[35rem] flex-col gap-4">
        <Field label="Email" name="email" type="email" autoComplete="off" error={issues.email} />
        <div>
          <Button type="submit" look="primary">
            Look up
          </Button>
        </div>
      </form>
      {email === undefined ? null : <Found email={email} />}
    </>
  );
}

function Found({ email }: { readonly email: string }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const login = useQuery(trpc.network.logins.find.queryOptions({ ...place, email }));
  if (login.data === undefined) return <Unread what="This login" query={login} rows={4} />;
  if (!login.data) {
    return (
      <Empty icon={UserSearch} title="No such login">
        No one signs in with {email}.
      </Empty>
    );
  }
  return <LoginFacts login={login.data} />;
}
