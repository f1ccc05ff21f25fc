import { setTimeout as wait } from "node:timers/promises";
import { servicePrincipal } from "../access/principal.ts";
import type { Call } from "../operations/call.ts";
import { closeAllLostCases } from "../operations/evals/close-lost-cases.ts";

const intervalInMilliseconds = 5000;
const longestClosing = 1000;

/** Sees to it that every run of an evaluation ends, also when somebody has taken its jobs from the queue. */
export function keepEvalRuns(shared: Omit<Call, "principal">): { close(): Promise<void> } {
  const call: Call = { ...shared, principal: servicePrincipal("program") };
  let looking: Promise<void> | undefined;
  let isClosing = false;
  const look = async () => {
    try {
      await closeAllLostCases(call);
    } catch (error) {
      if (!isClosing) call.report(error, "the runs of evaluations could not be looked at");
    }
    looking = undefined;
  };
  const timer = setInterval(() => {
    looking ??= look();
  }, intervalInMilliseconds).unref();
  return {
    close: async () => {
      isClosing = true;
      clearInterval(timer);
      // A queue whose server is away does not answer, and must not keep the process from ending.
      await Promise.race([looking, wait(longestClosing, undefined, { ref: false })]);
    },
  };
}
