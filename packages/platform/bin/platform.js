#!/usr/bin/env node
const [major] = process.versions.node.split(".").map(Number);

if (major < 24) {
  process.stderr.write(
    `Platform needs Node 24 or newer; this is Node ${process.versions.node}. Inside the workspace, run it through npm (npm start, npm run platform -- <command>), which brings Node 24 along.\n`,
  );
  process.exit(1);
}

const { enableCompileCache } = await import("node:module");
enableCompileCache();
const { runCli } = await import("../src/main/cli.ts");
await runCli(process.argv);
