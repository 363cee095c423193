import { z } from "zod";
import { RecordIdField } from "@/server/contracts/fields";
import { EmailField } from "../shared/account";
import { TenantInput } from "./place";

const RoleField = z.enum(["owner", "admin", "developer", "viewer"]);

const InvitePersonInput = z.object({ key: z.uuid(), email: EmailField, role: RoleField });

export const TeamInviteInput = TenantInput.extend(InvitePersonInput.shape);
export const TeamInvitationInput = TenantInput.extend({ id: RecordIdField });
export const TeamRoleInput = TenantInput.extend({ userId: RecordIdField, role: RoleField });
export const TeamPersonInput = TenantInput.extend({ userId: RecordIdField });
