import { Field } from "@/components/ui/forms/field";

interface ProofFieldsProps {
  readonly issues: Readonly<Record<string, string | undefined>>;
  readonly hasSecondFactor: boolean;
}

/** Password and, where there is a second factor, its code: a session left open is not enough. */
export function ProofFields({ issues, hasSecondFactor }: ProofFieldsProps) {
  return (
    <>
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={issues.password}
      />
      {hasSecondFactor ? (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          help="From the app, or a recovery code."
          error={issues.code}
        />
      ) : null}
    </>
  );
}
