import { installPackage } from "./install-package.ts";

const [tarball, project] = process.argv.slice(2);
if (!tarball || !project) throw new Error("usage: run-install.ts <tarball> <project's folder>");
await installPackage(tarball, project);
