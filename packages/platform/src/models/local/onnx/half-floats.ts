/** Floats of 16 bits as floats of 32: a sign, five bits of exponent, ten of fraction. */
export function floatsFromHalves(halves: Uint16Array): Float32Array {
  const floats = new Float32Array(halves.length);
  for (let index = 0; index < halves.length; index++) floats[index] = floatOf[halves[index] ?? 0] ?? 0;
  return floats;
}

/** A table of all of them: a look-up is ten times as fast as the arithmetic. */
const floatOf = Float32Array.from({ length: 0x10000 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});
