import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FolderInUseError, lockFolder } from "../../src/storage/embedded/folder-lock.ts";

/** Takes the folder, says how it went, and keeps it until it is killed. */
const taker = `
  import { lockFolder } from ${JSON.stringify(new URL("../../src/storage/embedded/folder-lock.ts", import.meta.url).href)};
  process.stdin.once("data", async () => {
    await lockFolder(process.argv[1]).then(() => console.log("taken"), (error) => console.log(error.name));
    setInterval(() => {}, 1000);
  });
  console.log("waiting");
`;

describe("The lock on a data folder", () => {
  let folder: string;
  let children: ChildProcess[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "folder-lock-"));
    children = [];
  });
  afterEach(async () => {
    await Promise.all(children.map(kill));
    await rm(folder, { recursive: true, force: true });
  });

  test("is refused to a second taker, who is told the process that has it", async () => {
    await lockFolder(folder);

    const second = lockFolder(folder);

    await expect(second).rejects.toThrow(FolderInUseError);
    await expect(second).rejects.toThrow(
      `The data folder ${folder} is in use by process ${process.pid}. Stop that one first, choose another folder with PLATFORM_DATA_DIR, or set DATABASE_URL to share one database between processes.`,
    );
  });

  test("can be taken again once it was let go, and makes the folder when there is none", async () => {
    const path = join(folder, "not", "there yet");

    for (let times = 0; times < 3; times++) await (await lockFolder(path))();

    await expect(lockFolder(path)).resolves.toBeTypeOf("function");
  });

  test("does not keep another folder from being taken", async () => {
    await lockFolder(join(folder, "one"));

    await expect(lockFolder(join(folder, "other"))).resolves.toBeTypeOf("function");
  });

  test("is refused while another process has it, and taken over when that one was killed", async () => {
    const holder = await start();
    const first = await holder.take();
    const refused = await lockFolder(folder).catch((error: Error) => error.message);
    await kill(holder.child);

    const release = await lockFolder(folder);

    expect(first).toBe("taken");
    expect(refused).toContain(`in use by process ${holder.child.pid}.`);
    await release();
  });

  test("goes to exactly one of several processes that want it at once, though its last holder was killed", async () => {
    for (let round = 0; round < 2; round++) {
      const takers = await Promise.all(Array.from({ length: 5 }, start));

      const outcomes = await Promise.all(takers.map((each) => each.take()));
      await Promise.all(takers.map((each) => kill(each.child)));

      expect(outcomes.toSorted()).toEqual([...Array(4).fill("FolderInUseError"), "taken"]);
    }
  });

  /** A process that is ready to take the folder as soon as it is told. */
  async function start() {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", taker, folder], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    children.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    await lines.next();
    const take = async () => {
      child.stdin.write("go\n");
      return (await lines.next()).value;
    };
    return { child, take };
  }
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
