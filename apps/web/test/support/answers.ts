import { vi } from "vitest";

interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** In the place of a platform: answers each document, and keeps what was asked. */
export function answerWith(answer: (asked: Asked) => unknown) {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as Asked;
    asked.push(sent);
    return Response.json({ data: answer(sent) });
  });
  return asked;
}
