import { randomNumbers } from "./random-numbers.ts";

/** The scores of one case in two runs. */
export interface ScorePair {
  readonly a: number;
  readonly b: number;
}

export interface ScoreComparison {
  /** How much better the second run is on average: below 0 when it is worse. */
  readonly difference: number;
  /** In 95 of 100 such comparisons the true difference lies between the two. */
  readonly low: number;
  readonly high: number;
  /** Whether no difference at all lies outside. */
  readonly isSignificant: boolean;
}

const mostResamples = 4000;
const fewestResamples = 1000;
/** Together: it takes a tenth of a second at most, and nothing else runs meanwhile. */
const mostDrawn = 4_000_000;
const confidence = 0.95;
/** Of fewer cases nobody can tell: any two could differ by chance. */
const fewestCases = 5;

/**
 * Compares two runs case by case: what the cases have in common falls out. The interval is a bootstrap's: the cases are
 * drawn again and again, as if there had been others, and the middle 95 of 100 averages are kept. The same pairs with the
 * same seed give the same interval.
 */
export function compareScores(pairs: readonly ScorePair[], seed: string): ScoreComparison {
  const differences = pairs.map(({ a, b }) => b - a);
  const { length } = differences;
  if (length === 0) throw new Error("There is nothing to compare.");
  const difference = mean(differences);
  const random = randomNumbers(seed);
  const resamples = Math.min(mostResamples, Math.max(fewestResamples, Math.floor(mostDrawn / length)));
  const means = Float64Array.from({ length: resamples }, () => {
    let total = 0;
    for (let drawn = 0; drawn < length; drawn++) total += differences[Math.floor(random() * length)] ?? 0;
    return total / length;
  }).sort();
  // A bootstrap of few cases varies too little: by as much as the variance of a sample is too small.
  const widened = (bound: number) => difference + (bound - difference) * Math.sqrt(length / Math.max(1, length - 1));
  const tail = (1 - confidence) / 2;
  const low = widened(quantile(means, tail));
  const high = widened(quantile(means, 1 - tail));
  return { difference, low, high, isSignificant: length >= fewestCases && (low > 0 || high < 0) };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0) / numbers.length;
}

function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place - Math.floor(place));
}
