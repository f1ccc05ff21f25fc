import { servicePrincipal } from "../access/principal.ts";
import type { Call } from "../operations/call.ts";
import { closeAllLostCases } from "../operations/evals/close-lost-cases.ts";

const intervalInMilliseconds = 5000;

/** Sees to it that every run of an evaluation ends, also when somebody has taken its jobs from the queue. */
export function keepEvalRuns(shared: Omit<Call, "principal">): { close(): Promise<void> } {
  const call: Call = { ...shared, principal: servicePrincipal("program") };
  let running = Promise.resolve();
  const look = () => {
    running = running.then(() =>
      closeAllLostCases(call).catch((error: unknown) => {
        call.report(error, "the runs of evaluations could not be looked at");
      }),
    );
  };
  const timer = setInterval(look, intervalInMilliseconds).unref();
  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
