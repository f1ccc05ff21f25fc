/** Writes the kinds of protobuf fields that ONNX files consist of. A message is its fields, one after the other. */
export const protobuf = { message, integer, float, bytes, text };

function message(...fields: readonly Uint8Array[]): Buffer {
  return Buffer.concat(fields);
}

function integer(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function float(field: number, value: number): Buffer {
  const fixed = Buffer.alloc(4);
  fixed.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), fixed]);
}

/** Bytes, or a message within a message. */
function bytes(field: number, value: Uint8Array): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}

/** Seven bits a byte, the lowest first; negative numbers as 64 bits, in two's complement. */
function varint(value: number): Buffer {
  const encoded: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    encoded.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(encoded);
}
