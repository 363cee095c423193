import { getPool } from "./pool";

/** Throws when the database cannot be reached. */
export async function pingDatabase(): Promise<void> {
  await getPool().query("SELECT 1");
}
