import type { AuthorizationDetail } from "@/server/trpc/types";

export interface ActionFormProps {
  readonly detail: AuthorizationDetail;
  readonly onDone: () => void;
}
