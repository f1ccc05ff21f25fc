import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";

/** Builds and installs pgvector from Debian trixie's source package, because bookworm has no package of it. */
export async function buildPgvector(pgConfig: string): Promise<void> {
  console.error("Building pgvector …");
  const folder = await mkdtemp(join(tmpdir(), "platform-pgvector-"));
  try {
    const tarball = await downloadSource(folder);
    const source = join(folder, "source");
    await mkdir(source);
    await runCommand("tar", "-xf", tarball, "-C", source, "--strip-components=1");
    // OPTFLAGS: the default -march=native would tie the library to this very processor.
    const make = ["-C", source, "OPTFLAGS=", `PG_CONFIG=${pgConfig}`];
    await runCommand("make", "-j2", ...make);
    await runCommand("make", "install", ...make);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uses lists of its own, so that the machine's package sources stay as they are. */
async function downloadSource(folder: string): Promise<string> {
  const sourceList = join(folder, "trixie.list");
  const lists = join(folder, "lists");
  const cache = join(folder, "cache");
  await mkdir(join(lists, "partial"), { recursive: true });
  await mkdir(join(cache, "archives", "partial"), { recursive: true });
  await writeFile(sourceList, `deb-src [signed-by=${debianKeyring}] ${await findDebianMirror()} trixie main\n`);

  const options = {
    "Dir::Etc::sourcelist": sourceList,
    "Dir::Etc::sourceparts": "-",
    "Dir::State::lists": lists,
    "Dir::Cache": cache,
    "APT::Sandbox::User": "root",
  };
  const apt = Object.entries(options).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  await runCommand("apt-get", ...apt, "update");
  await runCommand("sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", folder, "apt-get", ...apt, ...downloadPgvector);

  const tarball = (await readdir(folder)).find((name) => name.includes(".orig.tar"));
  if (!tarball) throw new Error("pgvector's source package holds no original source");
  return join(folder, tarball);
}

const debianKeyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
const downloadPgvector = ["source", "--download-only", "pgvector"];

/** Asks apt rather than reading its files: it knows every format of them, and which source is Debian itself. */
async function findDebianMirror(): Promise<string> {
  const isDebian = ["Identifier: Packages", "Origin: Debian", "Label: Debian", "Component: main"];
  const mirrors = await runCommand("apt-get", "indextargets", "--format", "$(REPO_URI)", ...isDebian);
  const [mirror] = mirrors.split("\n");
  if (!mirror) throw new Error("this machine's package sources hold no Debian mirror");
  return mirror;
}
