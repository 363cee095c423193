/** A separate process that guesses once at DATABASE_URL, under the name that it is given. */
import { closePool } from "@/server/db/pool";
import { guessLimiter } from "@/server/domain/guesses";

await guessLimiter("of-the-test", 3, 60).consume(process.argv[2] ?? "");
await closePool();
