import { Field } from "@/components/ui/forms/field";

interface ProofFieldsProps {
  readonly issues: Readonly<Record<string, string | undefined>>;
  readonly hasSecondFactor: boolean;
}

/** Password, and a code if there is a second factor, because an unattended session must not be enough. */
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
