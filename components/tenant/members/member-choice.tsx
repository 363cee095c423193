"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "@/components/trpc/client";
import { SearchChoice } from "@/components/ui/forms/search/search-choice";
import { useTenant } from "../shell/use-tenant";

const MAX_FOUND = 20;

interface MemberChoiceProps {
  readonly label: string;
  readonly help: string;
  /** The member's id; empty if none is chosen. */
  readonly value: string;
  readonly onChange: (member: string) => void;
  readonly error?: string | undefined;
}

/** Finds a member by part of the name or by the full id. */
export function MemberChoice(props: MemberChoiceProps) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const found = useQuery({
    ...trpc.tenant.members.list.queryOptions({ ...place, limit: MAX_FOUND, ...(search !== "" && { search }) }),
    placeholderData: keepPreviousData,
  });
  const options = (found.data?.items ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
    detail: `…${id.slice(-5)}`,
  }));
  return (
    <SearchChoice
      {...props}
      placeholder="Search by name or record ID"
      options={options}
      search={{ onType: setTyped, isBehind: search !== typed.trim() || found.isPending || found.isPlaceholderData }}
    />
  );
}
