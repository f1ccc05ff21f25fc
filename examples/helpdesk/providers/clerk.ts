import { PlatformQueues, retrievalProvider } from "@platform/server";

/** One run at a time in each process, two in all; at most five a second; two minutes each. */
const paperwork = PlatformQueues.register("paperwork", { worker: 1, queue: 2 }, 5, 120);

/** Quotes help articles like the built-in `retrieval`, offline; its agents' workflows run in the background. */
export const clerk = retrievalProvider({
  id: "clerk",
  name: "Clerk",
  workflows: { enabled: true, queue: paperwork },
});
