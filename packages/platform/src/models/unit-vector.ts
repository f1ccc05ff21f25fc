/** The vector of length 1 in the same direction; undefined for zeros and for what are no numbers. */
export function unitVector(numbers: readonly number[]): Float32Array | undefined {
  const length = Math.hypot(...numbers);
  return length > 0 && Number.isFinite(length) ? Float32Array.from(numbers, (number) => number / length) : undefined;
}
