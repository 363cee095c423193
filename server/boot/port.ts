import { createServer } from "node:net";
import { StartError } from "@/server/db/embedded";

/** Checked before slow work starts; `listen` reports it again if the port is taken meanwhile. */
export function assertPortIsFree(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(explainListenError(error, port, host)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

export function explainListenError(error: Error, port: number, host: string): StartError {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new StartError(`PORT ${port} is in use by another program: stop it or set PORT to a free one.`);
  }
  if (code === "EACCES")
    return new StartError(`PORT ${port} may not be used by this user: set PORT to one above 1023.`);
  return new StartError(`HOST ${host} with PORT ${port} can't be listened on (${String(code ?? error.message)}).`);
}
