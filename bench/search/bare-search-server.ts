import { createServer, type ServerResponse } from "node:http";
import pg from "pg";
import { textVector } from "./hashed-words.ts";
import { type Method, rawSettings, rawSql, type Scope } from "./raw-sql.ts";

// The yardstick: node:http, pg, and the statement written by hand, prepared once for each connection.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on("connect", (client) => client.query(rawSettings));

const server = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => {
    text += part;
  });
  request.on("end", () => {
    answer(request.url ?? "", text).then(
      (data) => send(response, 200, { data }),
      (error: unknown) => send(response, 500, { message: String(error) }),
    );
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was free");
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}` }));
});

process.once("SIGTERM", () => process.exit(0));

async function answer(path: string, text: string): Promise<unknown> {
  const [, method, scope] = path.split("/");
  const { variables }: { variables: { query: string } } = JSON.parse(text);
  const { rows } = await pool.query({
    name: path,
    text: rawSql(method as Method, scope as Scope),
    values: [variables.query, `[${textVector(variables.query).join(",")}]`],
  });
  return { passagesVectorSearch: { chunks: rows } };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": body.length });
  response.end(body);
}
