import { vi } from "vitest";
import type { TestPlatform } from "./test-platform.ts";

interface FollowedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

/** What one caller is told as it happens. */
export interface Following {
  readonly events: readonly FollowedEvent[];
  /** Waits until an event with these values has come. */
  until(type: string, data: Readonly<Record<string, string>>): Promise<void>;
  /** Settles when the server ends the stream. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Follows `/events` as a browser would. Settles when the server follows along. */
export async function follow(
  { url }: Pick<TestPlatform, "url">,
  headers: Readonly<Record<string, string>>,
  query = "",
): Promise<Following> {
  const aborter = new AbortController();
  const response = await fetch(`${url}/events${query}`, { headers, signal: aborter.signal });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const events: FollowedEvent[] = [];
  const begun = Promise.withResolvers<void>();
  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = "";
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      text += part;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        if (block.includes(": following")) begun.resolve();
        const [, type, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (type && data) events.push({ type, data: JSON.parse(data) });
      }
    }
  };
  const ended = read(response.body).catch(() => undefined);
  await begun.promise;
  return {
    events,
    until: (type, data) =>
      vi.waitFor(
        () => {
          const isThere = events.some(
            (event) => event.type === type && Object.entries(data).every(([key, value]) => event.data[key] === value),
          );
          if (!isThere) throw new Error(`No ${type} ${JSON.stringify(data)} in ${JSON.stringify(events)}.`);
        },
        { timeout: 20_000, interval: 50 },
      ),
    ended,
    stop: () => aborter.abort(),
  };
}
