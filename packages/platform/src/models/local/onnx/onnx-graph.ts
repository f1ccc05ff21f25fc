import { protobuf } from "./protobuf.ts";

/** A value in the graph: an input, a constant, or what a node gives. */
export type Value = string;

type Attributes = Readonly<Record<string, Attribute>>;

type Attribute =
  | { readonly kind: "integer"; readonly value: number }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "integers"; readonly value: readonly number[] };

type TensorData = Float32Array | Uint8Array | Int8Array | BigInt64Array;

interface Outline {
  /** A tensor of whole numbers. */
  readonly input: { readonly name: string; readonly sizes: readonly Size[] };
  /** A tensor of floats. */
  readonly output: { readonly name: string; readonly sizes: readonly Size[]; readonly value: Value };
}

/** A number, or a name for what is known only when the model runs. */
type Size = number | string;

const irVersion = 11;
/** The first that has `Attention`. */
const operatorSet = 23;
const elementTypes = { float: 1, uint8: 2, int8: 3, int64: 7 };
const attributeTypes = { float: 1, integer: 2, integers: 7 };

/** Collects the nodes and constants of a model and writes them as an ONNX file. Field numbers are those of onnx.proto. */
export class OnnxGraph {
  readonly #nodes: Buffer[] = [];
  readonly #constants: Buffer[] = [];
  #made = 0;

  /** A tensor with these numbers; without sizes, a list. */
  constant(data: TensorData, sizes: readonly number[] = [data.length]): Value {
    const name = this.#newName("constant");
    this.#constants.push(
      protobuf.message(
        ...sizes.map((size) => protobuf.integer(1, size)),
        protobuf.integer(2, elementTypeOf(data)),
        protobuf.text(8, name),
        protobuf.bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
      ),
    );
    return name;
  }

  integers(...values: readonly number[]): Value {
    return this.constant(BigInt64Array.from(values.map(BigInt)));
  }

  toFloat(value: Value): Value {
    return this.node("Cast", [value], { to: { kind: "integer", value: elementTypes.float } });
  }

  node(operator: string, inputs: readonly Value[], attributes: Attributes = {}): Value {
    const output = this.#newName(operator);
    this.#add(operator, { inputs, outputs: [output], attributes });
    return output;
  }

  /** A node with three outputs. */
  nodeOfThree(operator: string, inputs: readonly Value[], attributes: Attributes = {}): readonly [Value, Value, Value] {
    const outputs = [this.#newName(operator), this.#newName(operator), this.#newName(operator)] as const;
    this.#add(operator, { inputs, outputs, attributes });
    return outputs;
  }

  write({ input, output }: Outline): Buffer {
    this.#add("Identity", { inputs: [output.value], outputs: [output.name], attributes: {} });
    const graph = protobuf.message(
      ...this.#nodes.map((node) => protobuf.bytes(1, node)),
      protobuf.text(2, "sentence-encoder"),
      ...this.#constants.map((constant) => protobuf.bytes(5, constant)),
      protobuf.bytes(11, valueInfo(input.name, elementTypes.int64, input.sizes)),
      protobuf.bytes(12, valueInfo(output.name, elementTypes.float, output.sizes)),
    );
    return protobuf.message(
      protobuf.integer(1, irVersion),
      protobuf.bytes(7, graph),
      protobuf.bytes(8, protobuf.message(protobuf.text(1, ""), protobuf.integer(2, operatorSet))),
    );
  }

  #add(operator: string, node: { inputs: readonly Value[]; outputs: readonly Value[]; attributes: Attributes }): void {
    this.#nodes.push(
      protobuf.message(
        ...node.inputs.map((input) => protobuf.text(1, input)),
        ...node.outputs.map((output) => protobuf.text(2, output)),
        protobuf.text(3, this.#newName("node")),
        protobuf.text(4, operator),
        ...Object.entries(node.attributes).map(([name, attribute]) => protobuf.bytes(5, attributeOf(name, attribute))),
      ),
    );
  }

  #newName(prefix: string): string {
    this.#made += 1;
    return `${prefix}_${this.#made}`;
  }
}

function elementTypeOf(data: TensorData): number {
  if (data instanceof Float32Array) return elementTypes.float;
  if (data instanceof Uint8Array) return elementTypes.uint8;
  return data instanceof Int8Array ? elementTypes.int8 : elementTypes.int64;
}

function attributeOf(name: string, attribute: Attribute): Buffer {
  const type = protobuf.integer(20, attributeTypes[attribute.kind]);
  switch (attribute.kind) {
    case "float":
      return protobuf.message(protobuf.text(1, name), protobuf.float(2, attribute.value), type);
    case "integer":
      return protobuf.message(protobuf.text(1, name), protobuf.integer(3, attribute.value), type);
    case "integers":
      return protobuf.message(
        protobuf.text(1, name),
        ...attribute.value.map((value) => protobuf.integer(8, value)),
        type,
      );
  }
}

function valueInfo(name: string, elementType: number, sizes: readonly Size[]): Buffer {
  const shape = protobuf.message(
    ...sizes.map((size) =>
      protobuf.bytes(1, typeof size === "number" ? protobuf.integer(1, size) : protobuf.text(2, size)),
    ),
  );
  const tensor = protobuf.message(protobuf.integer(1, elementType), protobuf.bytes(2, shape));
  return protobuf.message(protobuf.text(1, name), protobuf.bytes(2, protobuf.bytes(1, tensor)));
}
