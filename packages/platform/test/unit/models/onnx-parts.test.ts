import { describe, expect, test } from "vitest";
import { floatsFromHalves } from "../../../src/models/local/onnx/half-floats.ts";
import { protobuf } from "../../../src/models/local/onnx/protobuf.ts";
import { readSafetensors } from "../../../src/models/local/onnx/safetensors.ts";
import { safetensorsFile } from "./tiny-bert.ts";

describe("The protobuf writer", () => {
  test("writes numbers as the format's own examples have them", () => {
    expect(protobuf.integer(1, 150).toString("hex")).toBe("089601");
    expect(protobuf.integer(1, -1).toString("hex")).toBe("08ffffffffffffffffff01");
    expect(protobuf.text(2, "testing").toString("hex")).toBe("120774657374696e67");
    expect(protobuf.bytes(3, protobuf.integer(1, 150)).toString("hex")).toBe("1a03089601");
    expect(protobuf.float(2, 1).toString("hex")).toBe("150000803f");
  });
});

describe("Floats of 16 bits", () => {
  test("are read with their signs, fractions and extremes", () => {
    const halves = Uint16Array.of(0x0000, 0x3c00, 0xc000, 0x3555, 0x7bff, 0x0001, 0x7c00, 0x7e00);

    const floats = [...floatsFromHalves(halves)];

    expect(floats).toEqual([0, 1, -2, 0.333251953125, 65504, 2 ** -24, Number.POSITIVE_INFINITY, Number.NaN]);
  });
});

describe("The safetensors reader", () => {
  const file = safetensorsFile(
    new Map([
      ["bert.a.weight", { sizes: [2, 2], data: Float32Array.of(1, 2, 3, 4) }],
      ["b", { sizes: [1], data: Float32Array.of(-0.5) }],
    ]),
  );

  test("finds tensors by their names, with and without a prefix", () => {
    const tensors = readSafetensors(file);

    expect(tensors.get("a.weight")).toEqual({ sizes: [2, 2], data: Float32Array.of(1, 2, 3, 4) });
    expect(tensors.get("b")).toEqual({ sizes: [1], data: Float32Array.of(-0.5) });
    expect(() => tensors.get("c")).toThrow("the weights lack the tensor c");
  });

  test("reads floats of 16 bits of both kinds", () => {
    const header = JSON.stringify({
      half: { dtype: "F16", shape: [1], data_offsets: [0, 2] },
      brain: { dtype: "BF16", shape: [1], data_offsets: [2, 4] },
      odd: { dtype: "I64", shape: [1], data_offsets: [0, 8] },
    });
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(header.length));
    const tensors = readSafetensors(Buffer.concat([length, Buffer.from(header), Buffer.from("003cc03f", "hex")]));

    expect([...tensors.get("half").data, ...tensors.get("brain").data]).toEqual([1, 1.5]);
    expect(() => tensors.get("odd")).toThrow("the tensor odd is of type I64; F32, F16 and BF16 can be read");
  });

  test("refuses what is cut off", () => {
    expect(() => readSafetensors(Buffer.alloc(0))).toThrow("the weights are no safetensors file, or one cut off");
    expect(() => readSafetensors(file.subarray(0, 20))).toThrow("the weights are no safetensors file, or one cut off");
    expect(() => readSafetensors(file.subarray(0, -1)).get("b")).toThrow("the tensor b is cut off");
  });
});
