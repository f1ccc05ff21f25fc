import { buildPackage, packageFolder } from "./build-package.ts";

await buildPackage();
console.log(packageFolder);
