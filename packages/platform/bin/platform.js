#!/usr/bin/env node
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Platform needs Node 22.18 or newer; this is Node ${process.versions.node}. Inside the workspace, run it through npm (npm start, npm run platform -- <command>), which brings Node 24 along.\n`,
  );
  process.exit(1);
}

// Node 22 calls SQLite experimental. All that is used of it is its lock on a file.
const { emitWarning } = process;
process.emitWarning = (warning, ...details) => {
  if (!String(warning).startsWith("SQLite is an experimental feature")) emitWarning.call(process, warning, ...details);
};

const { enableCompileCache } = await import("node:module");
enableCompileCache();
const { runCli } = await import("#cli");
await runCli(process.argv);
