const soakRounds = Number(process.env.SOAK_ROUNDS ?? 0);

/** Whether this is the long form, `npm run soak`, that asks for 20 rounds. */
export const isSoak = soakRounds > 0;

/** How often a fault is tried: a few times in `npm test`, and so many when 20 rounds are asked for. */
export function faultRounds(full: number): number {
  return isSoak ? Math.ceil((full * soakRounds) / 20) : 2;
}
