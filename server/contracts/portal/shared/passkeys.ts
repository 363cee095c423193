import { z } from "zod";
import { RecordIdField } from "@/server/contracts/fields";
import { ProofInput } from "./account";
import { nameField } from "./pages";

/** Credential ids have at most 1,023 bytes (WebAuthn). */
const CredentialId = base64url(1_364);

const ClientData = base64url(4_000);

function base64url(most: number) {
  return z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/);
}

export const PasskeyAttestation = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: base64url(16_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});
export type PasskeyAttestation = Readonly<z.infer<typeof PasskeyAttestation>>;

export const PasskeyAssertion = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(100),
  }),
});
export type PasskeyAssertion = Readonly<z.infer<typeof PasskeyAssertion>>;

const NameField = nameField("a name for the passkey");

export const NewPasskeyInput = ProofInput.extend({ name: NameField });

export const AddPasskeyInput = z.object({ name: NameField, attestation: PasskeyAttestation });

export const RenamePasskeyInput = z.object({ id: RecordIdField, name: NameField });

export const RemovePasskeyInput = ProofInput.extend({ id: RecordIdField });
