import { handleInngest } from "@/server/inngest/mount";

export const GET = handleInngest;
export const POST = handleInngest;
export const PUT = handleInngest;
