import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closeToast, dismissToast, holdToasts, releaseToasts, shownToasts } from "../../src/shared/ui/toast-store.ts";
import { flushRemovals, type Removal, removeWithUndo, undoForMilliseconds } from "../../src/shared/undo/removals.ts";

function aRemoval(run: Removal["run"]): Removal {
  return { kind: "tickets", ids: ["1"], text: "Deleted “Refund”", run, settle: async () => undefined };
}

describe("What is deleted", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
  });

  test("is deleted for good once nobody has taken it back in time", async () => {
    const run = vi.fn(async () => undefined);
    removeWithUndo(aRemoval(run));

    await vi.advanceTimersByTimeAsync(undoForMilliseconds - 1);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);

    expect(run).toHaveBeenCalledExactlyOnceWith({ keepalive: false });
  });

  test("stays when it is taken back", async () => {
    const run = vi.fn(async () => undefined);
    removeWithUndo(aRemoval(run));

    const toast = shownToasts().at(-1);
    toast?.action?.run();
    dismissToast(toast?.id ?? 0);
    await vi.advanceTimersByTimeAsync(undoForMilliseconds * 2);

    expect(run).not.toHaveBeenCalled();
  });

  test("is deleted when the page is left, and only once", async () => {
    const run = vi.fn(async () => undefined);
    removeWithUndo(aRemoval(run));

    window.dispatchEvent(new Event("pagehide"));
    await flushRemovals({ keepalive: true });
    await vi.advanceTimersByTimeAsync(undoForMilliseconds * 2);

    expect(run).toHaveBeenCalledExactlyOnceWith({ keepalive: true });
  });

  test("waits while somebody points at the way back", async () => {
    const run = vi.fn(async () => undefined);
    removeWithUndo(aRemoval(run));

    holdToasts();
    await vi.advanceTimersByTimeAsync(undoForMilliseconds * 2);
    expect(run).not.toHaveBeenCalled();
    releaseToasts();
    await vi.advanceTimersByTimeAsync(undoForMilliseconds);

    expect(run).toHaveBeenCalledOnce();
  });

  test("is deleted at once when the way back is closed", async () => {
    const run = vi.fn(async () => undefined);
    removeWithUndo(aRemoval(run));

    closeToast(shownToasts().at(-1)?.id ?? 0);

    expect(run).toHaveBeenCalledOnce();
  });

  test("comes back, with the reason, when the platform refuses", async () => {
    removeWithUndo(
      aRemoval(async () => {
        throw new Error("It is needed.");
      }),
    );

    await vi.advanceTimersByTimeAsync(undoForMilliseconds);

    expect(shownToasts().at(-1)?.text).toBe("Not deleted: It is needed.");
  });
});
