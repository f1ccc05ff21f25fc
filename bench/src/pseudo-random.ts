/** Numbers from 0 to below 1, the same ones on every run. */
export type PseudoRandom = () => number;

/** A linear congruential generator modulo 2^32 with the constants of Numerical Recipes. */
export function pseudoRandom(seed: number): PseudoRandom {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function pick<Value>(random: PseudoRandom, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("there is nothing to pick from");
  return value;
}
