import { z } from "zod";
import { RecordIdField } from "./fields";
import { EmailField } from "./people";
import { TenantInput } from "./portal";

/** Inputs of a tenant's team page. */

const RoleField = z.enum(["owner", "admin", "developer", "viewer"]);

export const TeamInviteInput = TenantInput.extend({ email: EmailField, role: RoleField });
export const TeamInvitationInput = TenantInput.extend({ id: RecordIdField });
export const TeamRoleInput = TenantInput.extend({ userId: RecordIdField, role: RoleField });
export const TeamPersonInput = TenantInput.extend({ userId: RecordIdField });
