import { fileURLToPath } from "node:url";
import type { DocBlock } from "../../support/doc-blocks.ts";

const installer = fileURLToPath(new URL("../../../../../scripts/package/run-install.ts", import.meta.url));

/** Blocks of commands that are not run, each kind for a reason. */
export const exceptions: readonly { readonly commands: RegExp; readonly because: string }[] = [
  { commands: /^npm (?:install &&|install$|test|run|start)/m, because: "CI itself runs the scripts of the workspace" },
  { commands: /^claude /m, because: "it is somebody else's program" },
  { commands: /^docker /m, because: "there is no Docker here; unit/deploy-files.test.ts reads what it would" },
  { commands: /^sudo /m, because: "it changes the machine" },
  { commands: /"model":"Help articles"/, because: "the example's first data takes longer than all other pages" },
  { commands: /^platform (?:export|import) /m, because: "test/faults/archive-moves moves real databases" },
  { commands: /^export DATABASE_URL=/m, because: "test/faults starts these processes on real servers" },
];

export function isRun({ text }: DocBlock): boolean {
  return !exceptions.some(({ commands }) => commands.test(text));
}

/** Whether it is a file, named in its first line. */
export function isWritten({ language, text }: DocBlock): boolean {
  return language === "ts" && fileName.test(text);
}

const fileName = /^\/\/ (\S+\.ts)\n/;

/** A page as one script: files are written and commands run in their order. It prints which block is at work. */
export function walkScript(blocks: readonly DocBlock[]): string {
  return [opening, ...blocks.map((block) => `echo "${block.page}:${block.line}"\n${step(block)}`)].join("\n");
}

function step(block: DocBlock): string {
  const [, name] = fileName.exec(block.text) ?? [];
  if (name) return `cat > ${name} <<'END_OF_FILE'\n${block.text}END_OF_FILE`;
  return block.text
    .replaceAll("sk_development_…", '"$(development_key)"')
    .replaceAll(/^(npx platform start[^#\n]*).*$/gm, "$1 > started.log 2>&1 &\nuntil_started $!")
    .concat("no_errors\n");
}

/**
 * `npm install` is made without a network; what serves stays up until the page ends; an answer that tells of errors is a
 * failure, as it is for whoever reads it.
 */
const opening = `set -euo pipefail
npm() {
  if [ "$1" = install ]; then
    case "$*" in *.tgz*) "$NODE" ${installer} "$TARBALL" "$PWD" ;; esac
  else
    command npm "$@"
  fi
}
curl() { command curl --fail-with-body "$@" | tee -a "$ANSWERS"; }
no_errors() { if grep --quiet '"errors"' "$ANSWERS"; then cat "$ANSWERS"; exit 1; fi; }
development_key() { grep --only-matching --max-count 1 'sk_development_[A-Za-z0-9_-]*' started.log; }
until_started() {
  until grep --quiet 'Platform is running' started.log; do
    kill -0 "$1" || { cat started.log; exit 1; }
    sleep 0.1
  done
}
`;
