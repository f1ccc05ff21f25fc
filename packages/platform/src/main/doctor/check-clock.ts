import { type Finding, fault, ok, warning } from "./finding.ts";

const tries = 3;

/** Compares the clock of another server with ours. Of several readings the quickest is the most exact. */
export async function checkClock(server: string, readClock: () => Promise<number>): Promise<Finding> {
  let best = { took: Number.POSITIVE_INFINITY, skew: 0 };
  for (let attempt = 0; attempt < tries; attempt++) {
    const before = Date.now();
    const there = await readClock();
    const took = Date.now() - before;
    if (took < best.took) best = { took, skew: there - (before + took / 2) };
  }
  // As much of it may be due to the way there and back.
  const certain = Math.max(0, Math.abs(best.skew) - best.took / 2);
  return clockFinding(server, Math.sign(best.skew) * certain);
}

export function clockFinding(server: string, skewInMilliseconds: number): Finding {
  const seconds = Math.abs(skewInMilliseconds) / 1000;
  if (seconds < 1) return ok("clock", `the clock of ${server} agrees with this machine's`);
  const way = skewInMilliseconds > 0 ? "ahead of" : "behind";
  const message = `the clock of ${server} is ${Math.round(seconds)} s ${way} this machine's`;
  const remedy = "let both machines take their time from the same servers (NTP: timedatectl set-ntp true)";
  return seconds < 10 ? warning("clock", message, remedy) : fault("clock", message, remedy);
}
