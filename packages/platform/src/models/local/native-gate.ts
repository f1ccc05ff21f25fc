/** Shared with a thread; says whether it is in a native call. */
export type NativeGate = Int32Array<SharedArrayBuffer>;

const open = 0;
const inside = 1;
const shut = 2;

/**
 * A thread that is ended inside a call of ONNX Runtime, or while it loads, takes the whole process down with it: the
 * call comes back to a JavaScript that is no longer there, and aborts. So a thread passes a gate before each call, and
 * whoever ends it shuts the gate first.
 */
export function createGate(): NativeGate {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** In the thread: makes the native call, or waits for its end when the gate is shut. */
export async function passGate<Result>(gate: NativeGate, call: () => Promise<Result>): Promise<Result> {
  if (Atomics.compareExchange(gate, 0, open, inside) === shut) return new Promise(() => undefined);
  try {
    return await call();
  } finally {
    Atomics.store(gate, 0, open);
    Atomics.notify(gate, 0);
  }
}

/** Settles when the thread is outside and can be ended. */
export async function shutGate(gate: NativeGate): Promise<void> {
  while (Atomics.compareExchange(gate, 0, open, shut) === inside) await Atomics.waitAsync(gate, 0, inside).value;
}

/** The gates of all threads of this process. It ends them, when it exits, wherever they are. */
const gates = new Set<NativeGate>();

export function shutAtExit(gate: NativeGate): void {
  if (gates.size === 0) process.on("exit", shutAll);
  gates.add(gate);
}

export function forgetGate(gate: NativeGate): void {
  gates.delete(gate);
  if (gates.size === 0) process.off("exit", shutAll);
}

/** Longer than any text takes. */
const patienceInMs = 5_000;

function shutAll(): void {
  for (const gate of gates) {
    if (Atomics.compareExchange(gate, 0, open, shut) !== inside) continue;
    Atomics.wait(gate, 0, inside, patienceInMs);
    Atomics.compareExchange(gate, 0, open, shut);
  }
}
