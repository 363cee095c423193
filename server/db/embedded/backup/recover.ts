import { spawn } from "node:child_process";
import { platform } from "node:os";
import { StartError } from "@/server/platform/start-error";
import type { Binaries } from "../binaries";
import { databaseProcessEnv } from "../cluster";
import type { Placement } from "../placement";
import { fetchCommand } from "./wal-archive";

export type Target = Readonly<{
  /** Folder of the archived write-ahead log; null restores only the backup itself. */
  archive: string | null;
  /** Null restores to the end of the log. */
  until: Date | null;
}>;

const REACHED = /last completed transaction was at log time (\S+ \S+)/g;
const TOO_SHORT = /recovery ended before configured recovery target was reached/;
const KEPT_OUTPUT = 20_000;

/**
 * Brings copied files to the target state and sets our password, in PostgreSQL's single-user mode, so that nobody can connect
 * meanwhile and the password isn't in the process list. The cluster continues on a new timeline, so that its log can't be
 * mistaken for the original's. Returns the time of the last transaction replayed, or null if there was none.
 */
export async function recover(
  binaries: Binaries,
  placement: Placement,
  data: string,
  { target, password, databaseName }: { target: Target; password: string; databaseName: string },
): Promise<Date | null> {
  const { archive, until } = target;
  const settings = [
    `restore_command=${archive ? fetchCommand(archive) : "false"}`,
    // A restore drill may have left another timeline in the archive.
    "recovery_target_timeline=current",
    "recovery_target_action=promote",
    // Single-user mode has no readers to prepare for.
    "hot_standby=off",
    "log_timezone=UTC",
    // Syncs the data folder at once instead of file by file.
    ...(platform() === "linux" ? ["recovery_init_sync_method=syncfs"] : []),
    ...(until ? [`recovery_target_time=${until.toISOString().replace("T", " ").replace("Z", "+00")}`] : []),
    ...(until || archive ? [] : ["recovery_target=immediate"]),
  ];
  const args = ["--single", "-D", data, ...settings.flatMap((setting) => ["-c", setting]), databaseName];
  const { code, output } = await run(
    binaries.postgres,
    args,
    placement,
    `ALTER ROLE postgres PASSWORD '${password}'\n`,
  );
  if (TOO_SHORT.test(output)) throw new StartError(`The log in ${archive} ends before ${until?.toISOString()}.`);
  if (code !== 0) throw new StartError(`PostgreSQL can't make the copy whole: ${complaintOf(output)}`);
  const reached = [...output.matchAll(REACHED)].at(-1)?.[1];
  return reached ? new Date(`${reached.replace(" ", "T")}:00`) : null;
}

function complaintOf(output: string): string {
  const lines = output.split("\n").filter((line) => /FATAL|PANIC|ERROR/.test(line));
  return lines.at(-1) ?? "it does not say why.";
}

function run(
  program: string,
  args: string[],
  { user, cluster }: Placement,
  input: string,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...user, cwd: cluster, env: databaseProcessEnv, stdio: "pipe" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
    // The process may exit before reading its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
