import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { lockFolder } from "../../src/storage/embedded/folder-lock.ts";
import { ask, dataOf } from "./ask.ts";
import { cleanUp, launch, newFolder } from "./platform-process.ts";

const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

const config = `
  import { PlatformApp, PlatformContext } from "@platform/server";
  import { fields } from "./fields.ts";
  export default new PlatformApp({ contexts: [new PlatformContext({ id: "notes", fields })] });
`;
const fields = (...names: readonly string[]) =>
  `export const fields = [${names.map((name) => `{ name: "${name}", type: "text" as const }`).join(", ")}];`;

interface Event {
  readonly event: string;
  readonly url?: string;
  readonly fault?: string;
  readonly isServing?: boolean;
}

describe("platform dev", () => {
  let folder: string;
  let dev: ReturnType<typeof launch>;
  let seen = 0;

  const write = (file: string, text: string) => writeFile(join(folder, file), text);
  const start = () => launch(["dev", join(folder, "platform.config.ts"), "--json"]);
  /** The events up to the next of this kind. */
  const until = async (name: string): Promise<readonly Event[]> => {
    const events = await vi.waitFor(
      () => {
        const lines = dev.printed.output.split("\n").slice(seen, -1);
        const last = lines.findIndex((line) => (JSON.parse(line) as Event).event === name);
        if (last < 0) throw new Error(`No ${name} after ${lines.join("\n")}; ${dev.printed.complaint}`);
        return lines.slice(0, last + 1).map((line) => JSON.parse(line) as Event);
      },
      { timeout: 200_000, interval: 50 },
    );
    seen += events.length;
    return events;
  };

  beforeAll(async () => {
    folder = await newFolder();
    await symlink(modules, join(folder, "node_modules"));
    await write("package.json", `{ "type": "module" }`);
    await write("platform.config.ts", config);
    await write("fields.ts", fields("title"));
    dev = start();
  });
  afterAll(async () => {
    dev.kill("SIGTERM");
    await dev.ended;
    await cleanUp();
  });

  let url = "";

  test("starts the deployment", async () => {
    const [started] = await until("started");
    url = started?.url ?? "";

    expect(started).toMatchObject({ applied: expect.arrayContaining(["create the table notes"]), files: 2 });
    expect(await dataOf(url, `{ notesPagination { items { title } } }`)).toEqual({ notesPagination: { items: [] } });
  });

  test("a change of a file that the config imports: the differences are said, and it starts again at the same address", async () => {
    await write("fields.ts", fields("title", "body"));

    const [changed, restarted] = await until("restarted");

    expect(changed).toEqual({
      event: "changed",
      schema: {
        added: ["FilterNotes.body: FilterOperatorString", "notes.body: String", "notesInput.body: String"],
        removed: [],
      },
      tables: [{ id: "add:notes.body", kind: "safe", summary: "add the column notes.body" }],
    });
    expect(restarted).toEqual({ event: "restarted", url, applied: ["add the column notes.body"] });
    await dataOf(url, `mutation { notesCreateOne(input: { title: "kept", body: "x" }) { item { id } } }`);
  });

  test("a file that is no program, or declares what can't be, leaves the old one running", async () => {
    await write("fields.ts", "export const fields = [{{");
    const [broken] = await until("faulty");
    await write("fields.ts", fields("title", "body", "id"));
    const [faulty] = await until("faulty");

    expect(broken).toMatchObject({ isServing: true, fault: expect.stringContaining("fields.ts") });
    expect(faulty).toMatchObject({
      isServing: true,
      fault: expect.stringContaining('field "id": the name is reserved'),
    });
    expect((await ask(url, "{ notesPagination { items { title body } } }")).data).toEqual({
      notesPagination: { items: [{ title: "kept", body: "x" }] },
    });
  });

  test("a change that loses data is refused before anything is stopped, with what to do", async () => {
    await write("fields.ts", fields("title"));

    const [changed, faulty] = await until("faulty");

    expect(changed).toMatchObject({ schema: { removed: expect.arrayContaining(["notes.body: String"]) } });
    expect(faulty).toMatchObject({
      isServing: true,
      fault: expect.stringContaining("drop:notes.body: notes.body is no longer declared; dropping it loses its data"),
    });
    expect((await ask(url, "{ notesPagination { items { body } } }")).data).toEqual({
      notesPagination: { items: [{ body: "x" }] },
    });
  });

  test("a change of .env counts, from when there is one; what is wrong in it is said", async () => {
    await write(".env", "CORS_ORIGINS=nonsense\n");
    const [faulty] = await until("faulty");
    await write("fields.ts", fields("title", "body"));
    await until("faulty");
    await write(".env", "CORS_ORIGINS=https://app.example.com\n");
    await until("restarted");
    const answer = await fetch(`${url}/health`, { headers: { origin: "https://app.example.com" } });

    expect(faulty).toMatchObject({ isServing: true, fault: expect.stringContaining("CORS_ORIGINS holds") });
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
  });

  test("killed, it leaves no process behind: the folder is free again, and the data is there", async () => {
    dev.kill("SIGKILL");
    await dev.ended;

    await vi.waitFor(async () => (await lockFolder(join(folder, ".platform")))(), { timeout: 60_000, interval: 200 });
    await rm(join(folder, ".env"));
    seen = 0;
    dev = start();
    const [again] = await until("started");
    const data = await dataOf(again?.url ?? "", "{ notesPagination { items { title } } }");
    dev.kill("SIGINT");
    const { code } = await dev.ended;

    expect(data).toEqual({ notesPagination: { items: [{ title: "kept" }] } });
    expect(code).toBe(0);
    expect(await readFile(join(folder, "fields.ts"), "utf8")).toBe(fields("title", "body"));
  });
});
