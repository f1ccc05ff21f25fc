import { afterAll, describe, expect, test } from "vitest";
import { chunksOf, post } from "../support/agent-client.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { dataOf } from "./ask.ts";
import { eventually } from "./eventually.ts";
import { agentsDeployment, cleanUp, internalSecret, newFolder, startPlatform } from "./platform-process.ts";
import { faultRounds } from "./soak-rounds.ts";

const rounds = faultRounds(50);
const headers = { internal: internalSecret };
const words = 120;
const long = Array.from({ length: words }, (_, index) => `word${index}`).join(" ");

interface Message {
  readonly role: string;
  readonly content: string;
  readonly metadata: { readonly status?: string };
}

/** Every message of a conversation, the oldest first. */
async function messagesOf(url: string, session: string): Promise<readonly Message[]> {
  const data = await dataOf<{ agent_messagesPagination: { items: readonly Message[] } }>(
    url,
    `query ($session: String) {
      agent_messagesPagination(filters: [{ session: { eq: $session } }], sort: { field: "id", direction: ASC }, limit: 500) {
        items { role content metadata }
      }
    }`,
    { session },
  );
  return data.agent_messagesPagination.items;
}

describe("A server that is killed while an agent answers", () => {
  let model: ModelServer;
  afterAll(async () => {
    await cleanUp();
    await model.close();
  });

  test(`${rounds} times with kill -9: every finished message is whole, and the one that was cut off says so`, {
    timeout: 60_000 + rounds * 60_000,
  }, async ({ annotate }) => {
    model = await startModelServer();
    const environment = { PLATFORM_DATA_DIR: await newFolder(), MODEL_URL: model.url };
    let platform = await startPlatform(environment, agentsDeployment);
    const { agentsCreateOne } = await dataOf<{ agentsCreateOne: { item: { id: string } } }>(
      platform.url,
      `mutation { agentsCreateOne(input: { name: "Slow", backend: "model" }) { item { id } } }`,
    );
    const agent = agentsCreateOne.item.id;
    const ask = (session: string | undefined, prompt: string) =>
      post(`${platform.url}/agents/${agent}/run`, { prompt, session }, headers);
    let session: string | undefined;
    const cutOff: number[] = [];

    for (let round = 1; round <= rounds; round++) {
      model.behave({ kind: "text", text: `Whole ${round}.` });
      const whole = await ask(session, `Be brief, ${round}`);
      session = whole.headers.get("x-session-id") ?? "";
      await whole.text();

      model.behave({ kind: "text", text: long, pauseInMilliseconds: 20 });
      const answer = await ask(session, `Go on, ${round}`);
      const enough = 1 + Math.floor(Math.random() * (words - 20));
      let heard = 0;
      try {
        for await (const chunk of chunksOf(answer)) {
          if (chunk.type === "text-delta" && ++heard === enough) platform.kill("SIGKILL");
        }
      } catch {
        // The connection broke: that is what this is about.
      }
      await platform.ended;
      platform = await startPlatform(environment, agentsDeployment);
      const { url } = platform;
      const kept = session;
      await eventually(async () => {
        const statuses = (await messagesOf(url, kept)).map(({ metadata }) => metadata?.status);
        return !statuses.includes("streaming");
      }, 60);
    }

    const messages = await messagesOf(platform.url, session ?? "");
    const expected = Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) => [
      ...[`user: Be brief, ${round}`, `assistant, done: Whole ${round}.`],
      ...[`user: Go on, ${round}`, "assistant, interrupted: a beginning"],
    ]);
    const found = messages.map(({ role, content, metadata }) => {
      if (role === "user") return `user: ${content}`;
      const isBeginning = metadata.status === "interrupted" && long.startsWith(content.trimEnd());
      if (isBeginning) cutOff.push(content.split(" ").length);
      return `assistant, ${metadata.status}: ${isBeginning ? "a beginning" : content}`;
    });
    expect(found).toEqual(expected);
    await annotate(`${rounds} kills: ${rounds} answers whole, ${cutOff.length} marked as interrupted, none mangled`);
  });
});
