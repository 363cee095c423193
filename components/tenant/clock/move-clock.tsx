"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { DayFormField } from "@/components/ui/forms/days/day-form-field";
import { comingDays } from "@/components/ui/forms/days/presets";
import { Field } from "@/components/ui/forms/field";
import { newClaim } from "@/components/ui/forms/new-claim";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { useZone } from "@/components/ui/values/page-clock";
import { nameZone } from "@/components/ui/values/zone";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { SandboxClockPage } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

type Step = { readonly hours: number } | { readonly days: number } | { readonly to: string };

const STEPS = [
  { label: "1 hour", step: { hours: 1 } },
  { label: "1 day", step: { days: 1 } },
  { label: "7 days", step: { days: 7 } },
] as const;

const MAX_REPEATS = 60;
const REPEAT_AFTER_MS = 500;
const TOO_FAR = "Choose a time within 366 days from today.";

/** Each press moves the clock once: a move that outlasts one request is polled under the same idempotency key. */
export function MoveClock({ clock }: { readonly clock: SandboxClockPage }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const zone = useZone();
  const [asked, setAsked] = useState<Step | null>(null);
  const [day, setDay] = useState("");
  const [time, setTime] = useState("12:00");
  const move = useMutation(
    trpc.tenant.sandboxClock.advance.mutationOptions({
      retry: (count, error) => error.data?.code === "temporarily_unavailable" && count < MAX_REPEATS,
      retryDelay: REPEAT_AFTER_MS,
      onError: (error, { to }) => {
        if (to === undefined || !issuesOf(error).to) toast.error(messageOf(error));
        else show({ to: to <= clock.now ? "Choose a time after the sandbox clock’s." : TOO_FAR });
      },
      onSettled: async () => {
        setAsked(null);
      },
    }),
  );
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/tenant/sandbox-clock").then((contract) => contract.clockMomentIn(zone)),
    ({ to }) => start({ to }),
  );
  const isMoving = asked !== null || clock.move?.hasArrived === false;
  const start = (step: Step) => {
    if (isMoving) return;
    setAsked(step);
    move.mutate({ ...place, ...step, key: newClaim() });
  };
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-14 font-medium">Move forward by</legend>
        <div className="flex flex-wrap gap-2">
          {STEPS.map(({ label, step }) => (
            <Button
              key={label}
              isBusy={asked === step}
              disabled={isMoving && asked !== step}
              onClick={() => start(step)}
            >
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
      <form {...form} className="flex flex-wrap items-start gap-2">
        <input type="hidden" name="to" value={`${day}T${time}`} />
        <div className="w-44">
          <DayFormField
            label="Or to a day"
            error={issues.to}
            field="to"
            value={day}
            onChange={setDay}
            min={calendarDay(new Date(clock.now), zone)}
            presets={comingDays}
          />
        </div>
        <div className="w-40">
          <Field
            type="time"
            label={`Time, ${nameZone(zone)}`}
            value={time}
            onChange={({ target }) => setTime(target.value)}
          />
        </div>
        {/* Aligned with the field, whatever note is below it. */}
        <div className="sm:mt-6 lg:mt-6.5">
          <Button type="submit" disabled={isMoving} isBusy={asked !== null && "to" in asked}>
            Move to this time
          </Button>
        </div>
      </form>
      <p className="text-13 text-muted">
        The clock never goes back. Your merchants and members follow it. Payments with another tenant’s members are
        refused while the two clocks differ.
      </p>
    </div>
  );
}
