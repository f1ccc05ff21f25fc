import { buildWeb } from "./build-web.ts";
import { webStamp } from "./web-stamp.ts";

await buildWeb(await webStamp());
