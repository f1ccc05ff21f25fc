/** Why a workflow was not saved, at the places that are meant. */
export interface SaveFaults {
  /** By the place of the step, from 0. */
  readonly steps: ReadonlyMap<number, readonly string[]>;
  readonly schedule: string | undefined;
  /** What belongs to no place. */
  readonly others: string | undefined;
}

export const noFaults: SaveFaults = { steps: new Map(), schedule: undefined, others: undefined };

const stepsBegin = `"steps_json" can't be used: `;
const scheduleBegin = "The workflow can't have the schedule: ";
/** The platform says `step 2 ("name") needs …; step 3 has …`. */
const stepFault = /(?:^|; )step (\d+)(?: \("[\w-]*"\))? (.*?)(?=; step \d+ |$)/gs;

export function saveFaults(message: string): SaveFaults {
  if (message.startsWith(scheduleBegin)) {
    return { ...noFaults, schedule: sentence(message.slice(scheduleBegin.length)) };
  }
  if (!message.startsWith(stepsBegin)) return { ...noFaults, others: message };
  const faults = [...message.slice(stepsBegin.length).replace(/\.$/, "").matchAll(stepFault)];
  if (faults.length === 0) return { ...noFaults, others: message };
  const steps = [...Map.groupBy(faults, ([, place]) => Number(place) - 1)].toSorted(([one], [other]) => one - other);
  return {
    ...noFaults,
    steps: new Map(steps.map(([place, found]) => [place, found.map(([, , fault = ""]) => sentence(`It ${fault}`))])),
  };
}

function sentence(text: string): string {
  const words = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
