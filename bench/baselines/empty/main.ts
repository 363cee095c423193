import { createHttpServer } from "@/server/boot/http-server";

const server = createHttpServer({
  api: async (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end("{}"),
  inngest: async (_, response) => void response.end(),
  pages: async (_, response) => void response.end("{}"),
  upgrade: null,
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("disconnect", () => process.exit(0));
