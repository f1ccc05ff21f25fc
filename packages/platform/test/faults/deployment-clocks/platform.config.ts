import { clocks, fast, slow } from "./clocks.ts";

export default clocks([fast, slow]);
