import { floatsFromHalves } from "./half-floats.ts";

export interface Tensor {
  readonly sizes: readonly number[];
  readonly data: Float32Array;
}

/** The named tensors of a file. */
export interface Tensors {
  /** The tensor of this name, or with a prefix before it: some writers put `bert.`. Throws when there is none. */
  get(name: string): Tensor;
}

interface TensorHeader {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** Reads the safetensors format: the length of a header, the header in JSON, the numbers. */
export function readSafetensors(file: Buffer): Tensors {
  const headerLength = file.length < 8 ? Number.NaN : Number(file.readBigUInt64LE(0));
  if (!(headerLength <= file.length - 8)) throw new Error("the weights are no safetensors file, or one cut off");
  const headers = JSON.parse(file.toString("utf8", 8, 8 + headerLength)) as Record<string, TensorHeader>;
  const numbers = file.subarray(8 + headerLength);
  const names = Object.keys(headers);

  return {
    get: (name) => {
      const header = headers[names.find((each) => each === name || each.endsWith(`.${name}`)) ?? ""];
      if (!header) throw new Error(`the weights lack the tensor ${name}`);
      return readTensor(name, header, numbers);
    },
  };
}

function readTensor(name: string, { dtype, shape, data_offsets: [start, end] }: TensorHeader, numbers: Buffer): Tensor {
  const read = readers[dtype];
  if (!read) throw new Error(`the tensor ${name} is of type ${dtype}; F32, F16 and BF16 can be read`);
  const count = shape.reduce((product, size) => product * size, 1);
  if (end > numbers.length || end - start !== count * read.bytes) {
    throw new Error(`the tensor ${name} is cut off: the weights are damaged`);
  }
  // A copy: typed arrays want the numbers aligned, and in the file they need not be.
  return { sizes: shape, data: read.floats(new Uint8Array(numbers.subarray(start, end)).buffer) };
}

interface NumberReader {
  /** Of one number. */
  readonly bytes: number;
  floats(bytes: ArrayBuffer): Float32Array;
}

const readers: Readonly<Record<string, NumberReader>> = {
  F32: { bytes: 4, floats: (bytes) => new Float32Array(bytes) },
  F16: { bytes: 2, floats: (bytes) => floatsFromHalves(new Uint16Array(bytes)) },
  // The upper half of a float.
  BF16: {
    bytes: 2,
    floats: (bytes) => new Float32Array(Uint32Array.from(new Uint16Array(bytes), (half) => half * 0x10000).buffer),
  },
};
