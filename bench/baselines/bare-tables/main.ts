/** `bare tables`: the same six statements on five tables without constraints, which shows what PostgreSQL itself can do. */
import { serveByHand } from "../by-hand/serve";
import { BARE_TABLES } from "../by-hand/statements";

serveByHand(BARE_TABLES, ({ id }) => id);
