import { PlatformQueues } from "@platform/server";

/** Two jobs at a time in each process, four in all; at most twenty a second; a minute each. */
export const desk = PlatformQueues.register("desk", { worker: 2, queue: 4 }, 20, 60);
