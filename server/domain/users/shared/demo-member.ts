import { MemberId } from "@/server/platform/noun-ids";

/** Who pays in the demo of the start page: a member of the public sandbox whom nobody can sign in as. */
export const DEMO_MEMBER = MemberId.parse("TESTmemberRobin01");
