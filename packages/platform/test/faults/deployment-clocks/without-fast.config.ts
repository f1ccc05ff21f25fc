import { clocks, slow } from "./clocks.ts";

export default clocks([slow]);
