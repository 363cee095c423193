"use client";

import { Choice } from "@/components/ui/forms/choice";
import { DayFormField } from "@/components/ui/forms/days/day-form-field";
import { comingDays } from "@/components/ui/forms/days/presets";
import { Field } from "@/components/ui/forms/field";

const LIFETIMES = [
  { value: "10", label: "10 min" },
  { value: "60", label: "1 hour" },
  { value: "1440", label: "1 day" },
  { value: "10080", label: "1 week" },
] as const;

const HOW_OFTEN = [
  { value: "once", label: "Once" },
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
] as const;

export interface TermsDraft {
  readonly howOften: (typeof HOW_OFTEN)[number]["value"];
  readonly limit: string;
  readonly thru: string;
  readonly minutes: (typeof LIFETIMES)[number]["value"];
}

interface CodeTermsProps {
  readonly draft: TermsDraft;
  readonly onChange: (part: Partial<TermsDraft>) => void;
  readonly limitIssue: string | undefined;
  readonly thruIssue: string | undefined;
}

export function CodeTerms({ draft, onChange, limitIssue, thruIssue }: CodeTermsProps) {
  const { howOften, limit, thru, minutes } = draft;
  return (
    <>
      <Choice label="Works" options={HOW_OFTEN} value={howOften} onChange={(value) => onChange({ howOften: value })} />
      {howOften === "once" ? null : (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            label="Total uses"
            inputMode="numeric"
            placeholder="Unlimited"
            value={limit}
            onChange={({ target }) => onChange({ limit: target.value })}
            error={limitIssue && "A whole number from 1 to 10,000."}
          />
          <DayFormField
            label="Last day"
            error={thruIssue}
            value={thru}
            onChange={(day) => onChange({ thru: day })}
            presets={comingDays}
          />
        </div>
      )}
      <Choice
        label={howOften === "once" ? "Expires in" : "First use within"}
        options={LIFETIMES}
        value={minutes}
        onChange={(value) => onChange({ minutes: value })}
      />
    </>
  );
}
