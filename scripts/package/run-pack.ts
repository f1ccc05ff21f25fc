import { fileURLToPath } from "node:url";
import { buildPackage } from "./build-package.ts";
import { packPackage } from "./pack-package.ts";

await buildPackage();
console.log(await packPackage(fileURLToPath(new URL("../../dist", import.meta.url))));
