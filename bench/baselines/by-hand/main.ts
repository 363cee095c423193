/** `by hand`: the same authorization on the real tables, without HTTP, Prisma, or a framework. */
import { digest } from "@/server/platform/crypto";
import { serveByHand } from "./serve";
import { REAL_TABLES } from "./statements";

serveByHand(REAL_TABLES, ({ panToken }) => digest("pan-token", panToken));
