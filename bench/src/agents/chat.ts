import { setTimeout as wait } from "node:timers/promises";
import type { Contestant } from "../start-servers.ts";

/** What a person asks the help desk. */
export const questions: readonly string[] = [
  "How do I connect the hub to the Wi-Fi?",
  "What does error E112 mean?",
  "Can I return a sensor after three weeks?",
  "Why do my readings differ from the bill?",
  "How do I cancel my subscription?",
  "Which plan has single sign-on?",
  "How do I export readings as CSV?",
  "What do the lights of the hub mean?",
  "How long is the warranty?",
  "How do I receive webhooks?",
];

/** Milliseconds from the request until … */
export interface ChatTimes {
  /** the first byte of the stream */
  readonly firstByte: number;
  /** the first words of the answer */
  readonly firstWords: number;
  /** the end of the stream. */
  readonly whole: number;
}

/** One question in a conversation of its own, with the answer read to its end. */
export async function chat(server: Contestant, agent: string, question: string): Promise<ChatTimes> {
  const start = performance.now();
  const response = await fetch(`${server.origin}/agents/${agent}/run`, {
    method: "POST",
    headers: server.headers,
    body: JSON.stringify({ prompt: question }),
  });
  if (!response.ok || !response.body)
    throw new Error(`The agent answered ${response.status}: ${await response.text()}`);

  let firstByte = 0;
  let firstWords = 0;
  let stream = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const elapsed = performance.now() - start;
    firstByte ||= elapsed;
    stream += piece;
    if (firstWords === 0 && stream.includes('"type":"text-delta"')) firstWords = elapsed;
  }
  if (firstWords === 0) throw new Error(`The agent said nothing: ${stream.slice(0, 500)}`);
  return { firstByte, firstWords, whole: performance.now() - start };
}

export interface Chatters {
  /** Ends when all answers under way have been read, and gives their times. */
  stop(): Promise<readonly ChatTimes[]>;
}

/** So many people at once, each of whom asks, reads the answer, thinks, and asks the next question. */
export function startChatters(
  server: Contestant,
  agent: string,
  { count, thinkingInMilliseconds }: { readonly count: number; readonly thinkingInMilliseconds: number },
): Chatters {
  const stopping = new AbortController();
  const times: ChatTimes[] = [];
  const think = (milliseconds: number) => wait(milliseconds, undefined, stopping).catch(() => undefined);
  const person = async (index: number) => {
    // They don't all come at the same moment.
    await think((thinkingInMilliseconds * index) / count);
    for (let asked = index; !stopping.signal.aborted; asked += 1) {
      times.push(await chat(server, agent, questions[asked % questions.length] ?? ""));
      await think(thinkingInMilliseconds);
    }
  };
  const people = Promise.all(Array.from({ length: count }, (_, index) => person(index)));
  // Told when they are stopped.
  people.catch(() => undefined);
  return {
    stop: async () => {
      stopping.abort();
      await people;
      return times;
    },
  };
}
