import { execFile } from "node:child_process";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { dataOf } from "./ask.ts";
import { cleanUp, newFolder, run, startPlatform } from "./platform-process.ts";

const workspace = fileURLToPath(new URL("../../../../", import.meta.url));
const compiler = join(workspace, "node_modules/typescript/bin/tsc");

describe("The command line: platform create", () => {
  afterEach(cleanUp);

  test("writes a deployment that type-checks, starts at once with its first data, and keeps it beside itself", async () => {
    const folder = join(await newFolder(), "my-desk");

    const created = await run(["create", folder, "--json"]);
    // As npm install would leave it.
    await symlink(join(workspace, "node_modules"), join(folder, "node_modules"));
    const checked = await promisify(execFile)(process.execPath, [compiler, "--project", folder]);
    const platform = await startPlatform({}, join(folder, "platform.config.ts"));
    const data = await dataOf(platform.url, `{ ticketsPagination { items { title status } } }`);

    expect({ ...created, output: JSON.parse(created.output) }).toEqual({
      code: 0,
      output: {
        folder,
        files: [
          ...["platform.config.ts", "package.json", "tsconfig.json", ".env.example", ".npmrc", ".gitignore"],
          "README.md",
        ],
      },
      complaint: "",
    });
    expect(checked).toEqual({ stdout: "", stderr: "" });
    expect(data).toEqual({
      ticketsPagination: {
        items: [
          { title: "Thank you", status: "CLOSED" },
          { title: "Two of three parts are missing", status: "WAITING" },
          { title: "Where is my order?", status: "OPEN" },
        ],
      },
    });
    expect(await readdir(folder)).toContain(".platform");
  });

  test("asks for the version of the platform that wrote it, and the tools that it was checked with", async () => {
    const folder = join(await newFolder(), "my-desk");
    const read = async (path: string) => JSON.parse(await readFile(path, "utf8"));

    await run(["create", folder]);

    const written = await read(join(folder, "package.json"));
    const { version, engines } = await read(join(workspace, "packages/platform/package.json"));
    const { devDependencies } = await read(join(workspace, "package.json"));
    expect(written).toMatchObject({
      name: "my-desk",
      private: true,
      type: "module",
      scripts: { start: "platform start" },
    });
    expect(written.engines).toEqual(engines);
    expect(written.dependencies).toEqual({ "@platform/server": version });
    expect(written.devDependencies).toEqual({
      "@types/node": devDependencies["@types/node"],
      typescript: devDependencies.typescript,
    });
  });

  test("asks for a tarball where one is named, told from the new folder; one that is not there is refused", async () => {
    const place = await newFolder();
    const tarball = join(place, "server.tgz");
    const missing = await run(["create", join(place, "my-desk"), "--server", tarball]);
    await writeFile(tarball, "");
    const created = await run(["create", join(place, "my-desk"), "--server", tarball]);

    expect(missing).toMatchObject({ code: 1, complaint: expect.stringContaining(`there is no file ${tarball}`) });
    expect(created).toMatchObject({ code: 0, complaint: "" });
    const { dependencies } = JSON.parse(await readFile(join(place, "my-desk", "package.json"), "utf8"));
    expect(dependencies).toEqual({ "@platform/server": "file:../server.tgz" });
  });

  test("a bad name and a folder that is not empty are refused together, and nothing is written", async () => {
    const folder = join(await newFolder(), "My Desk");
    await run(["create", join(folder, "inner")]);

    const { code, output, complaint } = await run(["create", folder]);

    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(complaint.split("\n")).toEqual([
      "The deployment can't be created, and nothing was written:",
      `  - the name "My Desk" can't be the name of a package; it must begin with a lower-case letter and hold only those, digits and hyphens, 100 at most: my-desk`,
      `  - the folder ${folder} is not empty (inner); name a new one`,
      "",
    ]);
    expect(await readdir(folder)).toEqual(["inner"]);
  });

  test("a file in the way is left as it is", async () => {
    const file = join(await newFolder(), "notes");
    await writeFile(file, "mine");

    const { code, complaint } = await run(["create", file]);

    expect({ code, complaint }).toEqual({
      code: 1,
      complaint: `The deployment can't be created, and nothing was written:\n  - ${file} is a file; name a new folder\n`,
    });
    expect(await readFile(file, "utf8")).toBe("mine");
  });
});
