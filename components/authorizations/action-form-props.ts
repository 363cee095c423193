import type { AuthorizationDetail } from "@/server/trpc/types";

export interface ActionFormProps {
  readonly detail: AuthorizationDetail;
  /** Of this opening of the dialog: whatever is sent under it acts once. */
  readonly sendKey: string;
  readonly onDone: () => void;
}
