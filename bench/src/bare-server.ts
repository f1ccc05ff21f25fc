import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { type BareRequest, bareAnswers } from "./bare-answers.ts";

// The yardstick: node:http and pg with their defaults, one path for each operation, no framework.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const answers = new Map(Object.entries(bareAnswers));

const server = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => {
    text += part;
  });
  request.on("end", () => {
    answer(request, response, text).catch((error: unknown) => {
      send(response, 500, { message: String(error) });
    });
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was free");
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }));
});

process.once("SIGTERM", () => process.exit(0));

async function answer(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
  const respond = answers.get(request.url?.slice(1) ?? "");
  if (!respond) return send(response, 404, { message: "Not found" });
  const { variables }: BareRequest = JSON.parse(text);
  send(response, 200, { data: await respond(pool, variables) });
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": body.length });
  response.end(body);
}
