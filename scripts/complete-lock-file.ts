import { readFile, writeFile } from "node:fs/promises";

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

/**
 * Adds the packages for other platforms that a registry did not hold when the lock file was made. `npm ci` refuses a
 * lock file without them, even where they would never be installed. Run it after `npm install` of a new dependency.
 */
async function completeLockFile(path: URL): Promise<readonly string[]> {
  const lock = JSON.parse(await readFile(path, "utf8")) as { packages: Record<string, LockedPackage> };
  const added: string[] = [];
  for (const parent of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const place = `node_modules/${name}`;
      if (lock.packages[place] || !/^\d/.test(version)) continue;
      lock.packages[place] = { version, ...platformOf(name), ...(parent.dev && { dev: true }), optional: true };
      added.push(`${name}@${version}`);
    }
  }
  const sorted = Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1));
  await writeFile(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  return added;
}

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors: Readonly<Record<string, string>> = {
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  x64: "x64",
};

/** Platform packages are named after their platform: `binding-linux-arm64-gnu`. */
function platformOf(name: string): Pick<LockedPackage, "os" | "cpu"> {
  const parts = name.split(/[-/]/);
  const os = systems.find((system) => parts.includes(system));
  const cpu = parts.map((part) => processors[part]).find((processor) => processor !== undefined);
  return { ...(cpu && { cpu: [cpu] }), os: [os ?? "none"] };
}

const added = await completeLockFile(new URL("../package-lock.json", import.meta.url));
console.log(added.length === 0 ? "The lock file is complete." : `Added: ${added.join(", ")}`);
