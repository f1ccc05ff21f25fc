import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { describeQueues, eventually, untilCounts } from "../support/queue-engines.ts";

const burnCpu = new URL("../support/burn-cpu.ts", import.meta.url);
const noFunction = new URL("../support/checksum.ts", import.meta.url);
const nowhere = new URL("../support/nowhere.ts", import.meta.url);

describeQueues("Work in threads", (lab) => {
  const once = { attempts: 1 };

  test("while a job burns CPU in a thread for longer than half a lease, everything else goes on", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 2 } });
    const { id } = await queue.add("burn", { milliseconds: 3200 });
    await work({ burn: ({ inThread, data }) => inThread(burnCpu, data), quick: () => "done" });
    await untilCounts(queue, { active: 1 });

    let longest = 0;
    let last = Date.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, Date.now() - last);
      last = Date.now();
    }, 10);
    const quick = await queue.add("quick", {});
    await untilCounts(queue, { completed: 2 });
    clearInterval(timer);

    // In this thread it would have been more than three seconds.
    expect(longest).toBeLessThan(2500);
    const burnt = await queue.getJob(id);
    expect(burnt).toMatchObject({ returnvalue: { isBurnt: true }, attemptsMade: 1 });
    expect((await queue.getJob(quick.id))?.finishedOn).toBeLessThan(burnt?.finishedOn ?? 0);
  });

  test("what a thread throws fails the job, with its reason and the thread's own stack", async () => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("burn", { milliseconds: 1, fails: true }, once);

    await work({ burn: ({ inThread, data }) => inThread(burnCpu, data) });
    await untilCounts(queue, { failed: 1 });

    const job = await queue.getJob(id);
    expect(job?.failedReason).toBe("burnt out");
    expect(job?.stacktrace[0]).toContain("burn-cpu.ts");
  });

  test.each([
    ["has no default export", noFunction, "does not export a function by default"],
    ["does not exist", nowhere, "nowhere.ts"],
  ])("a module that %s fails the job", async (_what, module, reason) => {
    const { queue, work } = await lab.queue();
    const { id } = await queue.add("job", {}, once);

    await work({ job: ({ inThread }) => inThread(module, {}) });
    await untilCounts(queue, { failed: 1 });

    expect((await queue.getJob(id))?.failedReason).toContain(reason);
  });

  test("when the time is up, the thread is ended, and the next job runs in another", async () => {
    const { queue, work } = await lab.queue({ timeoutInSeconds: 0.4 });
    const { id } = await queue.add("endless", { milliseconds: 600_000 }, once);
    await queue.add("brief", { milliseconds: 1 });

    const before = process.cpuUsage();
    await work({
      endless: ({ inThread, data }) => inThread(burnCpu, data),
      brief: { timeoutInSeconds: 30, run: ({ inThread, data }) => inThread(burnCpu, data) },
    });
    await untilCounts(queue, { failed: 1, completed: 1 });

    expect((await queue.getJob(id))?.failedReason).toBe("It took longer than 0.4 seconds.");
    expect(process.cpuUsage(before).user).toBeGreaterThan(0);
    // A thread that went on would use up a whole core.
    const idle = await eventually(async () => {
      const start = process.cpuUsage();
      await wait(200);
      const { user } = process.cpuUsage(start);
      expect(user).toBeLessThan(150_000);
      return true;
    });
    expect(idle).toBe(true);
  });

  test("many threads' work is done, never more of it at a time than there are cores", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 12 } });
    await queue.addBulk(Array.from({ length: 12 }, () => ({ name: "burn", data: { milliseconds: 5 } })));

    await work({ burn: ({ inThread, data }) => inThread(burnCpu, data) });

    await untilCounts(queue, { completed: 12 });
  });

  test("threads that die while they are idle are not given work again", async () => {
    const { queue, work } = await lab.queue({ concurrency: { worker: 2 }, timeoutInSeconds: 8 });
    await work({ burn: ({ inThread, data }) => inThread(burnCpu, data) });
    // One may be given work in the moment before it dies: that is tried again.
    const options = { attempts: 9, backoff: { type: "linear", delay: 1 } } as const;
    const add = (data: { milliseconds: number; dies?: boolean }) =>
      queue.addBulk([1, 2].map(() => ({ name: "burn", data: { ...data }, options })));

    await add({ milliseconds: 30, dies: true });
    await untilCounts(queue, { completed: 2 });
    await wait(150);
    await add({ milliseconds: 1 });
    await untilCounts(queue, { completed: 4 });

    // A dead thread would never have answered.
    const stacks = (await queue.getCompleted()).flatMap(({ stacktrace }) => stacktrace);
    expect(stacks.filter((stack) => stack.includes("longer than"))).toEqual([]);
  });
});
