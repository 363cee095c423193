/** `empty`: our own listener with a handler that does nothing. */
import { createHttpServer } from "@/server/startup/http-server";

const nothing = async () => Response.json({});

const server = createHttpServer({
  api: nothing,
  inngest: nothing,
  pages: async (_, response) => void response.end("{}"),
  upgrade: null,
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("disconnect", () => process.exit(0));
