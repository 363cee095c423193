import { MemberId } from "@/server/platform/noun-ids";

/** Pays in the start page's demo. A member of the public sandbox whom nobody can sign in as. */
export const DEMO_MEMBER = MemberId.parse("TESTmemberRobin01");
