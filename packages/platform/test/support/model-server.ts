import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server does with one request. */
type Behaviour =
  | { readonly kind: "text"; readonly text: string; readonly pauseInMilliseconds?: number }
  | { readonly kind: "call"; readonly name: string; readonly arguments: unknown }
  | { readonly kind: "error"; readonly status: number; readonly message: string }
  /** Says a little, and hangs up. */
  | { readonly kind: "broken"; readonly text: string }
  /** Is no JSON at all. */
  | { readonly kind: "garbage" };

interface ModelRequest {
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly messages: readonly { readonly role: string; readonly content: unknown; readonly tool_calls?: unknown }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  };
}

/** A real server that speaks OpenAI's chat completions, and does what the test says. */
export interface ModelServer {
  readonly url: string;
  readonly requests: ModelRequest[];
  /** What it does with the next requests; with the last one again and again. */
  behave(...behaviours: readonly Behaviour[]): void;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  let behaviours: readonly Behaviour[] = [];
  let next = 0;
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ authorization: request.headers.authorization, body: JSON.parse(await readAll(request)) });
    const behaviour = behaviours[Math.min(next++, behaviours.length - 1)];
    await answer(response, behaviour ?? { kind: "error", status: 500, message: "nothing to say" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    behave: (...next_) => {
      behaviours = next_;
      next = 0;
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(response: ServerResponse, behaviour: Behaviour): Promise<void> {
  if (behaviour.kind === "error") {
    response.writeHead(behaviour.status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: behaviour.message, type: "test" } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (behaviour.kind === "garbage") {
    response.end("data: this is no JSON\n\n");
    return;
  }
  const send = (delta: object, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: "1", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  send({ role: "assistant", content: "" });
  if (behaviour.kind === "call") {
    const called = { name: behaviour.name, arguments: JSON.stringify(behaviour.arguments) };
    send({ tool_calls: [{ index: 0, id: `call_${Math.random()}`, type: "function", function: called }] });
    send({}, "tool_calls");
  } else {
    for (const word of behaviour.text.match(/\S+\s*/g) ?? []) {
      send({ content: word });
      if (behaviour.kind === "text" && behaviour.pauseInMilliseconds)
        await new Promise((resolve) => setTimeout(resolve, behaviour.pauseInMilliseconds));
    }
    if (behaviour.kind === "broken") {
      // What was said is to arrive first.
      await new Promise((resolve) => setTimeout(resolve, 200));
      response.destroy();
      return;
    }
    send({}, "stop");
  }
  const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };
  response.write(`data: ${JSON.stringify({ id: "1", created: 1, model: "m", choices: [], usage })}\n\n`);
  response.end("data: [DONE]\n\n");
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
