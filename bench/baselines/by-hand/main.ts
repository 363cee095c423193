/** `by hand`: what our authorization does, on the real tables, without HTTP, product or framework in between. */
import { digest } from "@/server/platform/crypto";
import { serveByHand } from "./serve";
import { REAL_TABLES } from "./statements";

serveByHand(REAL_TABLES, ({ panToken }) => digest("pan-token", panToken));
