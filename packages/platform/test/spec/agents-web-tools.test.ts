import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchTool } from "../../src/agents/tools/fetch-tool.ts";
import { webSearchTool } from "../../src/agents/tools/web-search-tool.ts";
import { type Bureau, startBureau } from "../support/bureau.ts";
import { inside } from "../support/inside-addresses.ts";
import { type LocalSite, startLocalSite } from "../support/local-site.ts";
import { isMissing } from "../support/test-database.ts";

const runToolDocument = `mutation ($agent: ID!, $tool: ID!, $inputs: JSON!) {
  runTool(agent: $agent, tool: $tool, inputs: $inputs) { result }
}`;

describe.skipIf(isMissing)("Tools for the web", { timeout: 60_000 }, () => {
  let bureau: Bureau;
  let site: LocalSite;
  let agent: string;

  beforeAll(async () => {
    site = await startLocalSite((request, response) => {
      if (request.url !== "/away") return response.end("A page.");
      return response.writeHead(302, { location: `http://localhost:${site.port}/` }).end();
    });
    const allow = ["127.0.0.1/32"];
    bureau = await startBureau({
      tools: [
        fetchTool(),
        fetchTool({
          id: "resolve_page",
          lookup: async (host) => [host.replace(/\.name\.example$/, "")],
        }),
        fetchTool({ id: "fetch_local", allow, maxCharacters: 4 }),
        fetchTool({ id: "fetch_listed", allow, hosts: ["127.0.0.1"] }),
        webSearchTool({
          search: async (query, { limit, signal }) => [
            { title: query, url: "https://example.com/", text: `${limit} ${signal.aborted}` },
          ],
        }),
      ],
    });
    const ids = ["fetch_page", "resolve_page", "fetch_local", "fetch_listed", "web_search"];
    agent = await bureau.agent({ tools: ids.map((id) => ({ id })) });
  });
  afterAll(async () => {
    await bureau.close();
    site.close();
  });

  const run = async (tool: string, inputs: object): Promise<Readonly<Record<string, unknown>>> => {
    const { runTool } = await bureau.data<{ runTool: { result: string } }>(runToolDocument, { agent, tool, inputs });
    return JSON.parse(runTool.result);
  };

  test.each(inside)("no page is fetched from %s: %s", async (address) => {
    const host = address.includes(":") ? `[${address.replace(/%.*/, "")}]` : address;

    const answer = await run("fetch_page", { url: `http://${host}:${site.port}/` });

    expect(answer).toEqual({ error: expect.stringContaining("has no public address") });
  });

  test("nor from a name that means such an address, nor from where a redirect leads", async () => {
    const named = await run("resolve_page", { url: `http://127.0.0.1.name.example:${site.port}/` });
    const redirected = await run("fetch_listed", { url: `${site.url}/away` });

    expect(named).toEqual({ error: expect.stringContaining("has no public address") });
    expect(redirected).not.toMatchObject({ status: 200 });
    expect(site.requests.map(({ url }) => url)).toEqual(["/away"]);
  });

  test("what may be fetched is given as text, and cut; of listed hosts only, where there is a list", async () => {
    const page = await run("fetch_local", { url: `${site.url}/` });
    const other = await run("fetch_listed", { url: "http://example.com/" });

    expect(page).toEqual({ url: `${site.url}/`, status: 200, text: "A pa" });
    expect(other).toEqual({ error: "Pages of example.com may not be fetched; those of 127.0.0.1 may." });
  });

  test("the web is searched with the deployer's search engine", async () => {
    const { pages } = await run("web_search", { query: " hubs ", limit: 3 });
    const { tools } = await bureau.data<{ tools: readonly { id: string; type: string }[] }>("{ tools { id type } }");

    expect(pages).toEqual([{ title: "hubs", url: "https://example.com/", text: "3 false" }]);
    expect(tools).toContainEqual({ id: "web_search", type: "web_search" });
    expect(await run("web_search", { query: "" })).toMatchObject({ error: expect.stringContaining("query") });
  });
});
