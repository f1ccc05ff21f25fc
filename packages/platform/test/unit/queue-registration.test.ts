import { GraphQLEnumType } from "graphql";
import { describe, expect, test } from "vitest";
import { queueEnumName } from "../../src/definitions/queue-names.ts";
import { queueEnum } from "../../src/graphql/types/queue-types.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { registrationProblems } from "../../src/queues/registration-problems.ts";

const sound = { concurrency: { worker: 1, queue: 1 }, ratelimit: 1, timeoutInSeconds: 1 };

describe("The name of a queue in the API", () => {
  test.for([
    ["eval_runs", "eval_runs"],
    ["Embeddings", "Embeddings"],
    ["e-mail", "e_mail"],
    ["a.b/c", "a_b_c"],
    ["2nd", "queue_2nd"],
    ["-2", "_2"],
    ["true", "queue_true"],
    ["false", "queue_false"],
    ["null", "queue_null"],
    ["True", "True"],
    ["__type", "queue___type"],
    ["--x", "queue___x"],
    ["é", "_"],
    ["日本", "queue___"],
    ["constructor", "constructor"],
  ] as const)("of %j is %s", ([queue, name]) => {
    expect(queueEnumName(queue)).toBe(name);
  });

  test("is one that GraphQL takes, and leads back to the queue", () => {
    const queues = ["eval_runs", "e-mail", "2nd", "true", "null", "__type", "日本", "constructor", "toString"];

    const type = queueEnum(queues);

    expect(type).toBeInstanceOf(GraphQLEnumType);
    expect(type.getValues().map(({ value }) => value)).toEqual(queues);
    expect(queues.map((queue) => type.parseValue(type.serialize(queue)))).toEqual(queues);
  });
});

describe("A registration", () => {
  const nameRule = "its name must have 1 to 100 characters, without spaces and colons";

  test.for(["eval_runs", "e-mail", "2nd", "x".repeat(100), "日本", "a.b", "{braces}", "it's"])(
    "may be called %s",
    (name) => {
      expect(registrationProblems(name, sound, [])).toEqual([]);
    },
  );

  test.for(["", "x".repeat(101), "a b", "a:b", "a\tb", "a\u0000b", "a\nb", " ", undefined, null, 5, {}])(
    "can't be called %j",
    (name) => {
      expect(registrationProblems(name as string, sound, [])).toEqual([nameRule]);
    },
  );

  test("can't have the name of another, nor one that the API could not tell from another's", () => {
    expect(registrationProblems("a", sound, ["a"])).toEqual(["there is a queue of this name already"]);
    expect(registrationProblems("e-mail", sound, ["a", "e_mail"])).toEqual([
      'in the API it would be called e_mail, like the queue "e_mail"',
    ]);
    expect(registrationProblems("queue_2nd", sound, ["2nd"])).toEqual([
      'in the API it would be called queue_2nd, like the queue "2nd"',
    ]);
  });

  test.for([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "2", undefined, null])(
    "can't have the concurrency %j",
    (value) => {
      const concurrency = { worker: value, queue: value } as never;

      expect(registrationProblems("a", { ...sound, concurrency }, [])).toEqual([
        "concurrency.worker must be a whole number from 1",
        "concurrency.queue must be a whole number from 1",
      ]);
    },
  );

  test.for([0, -1, Number.NaN, "1", null])("can't have the rate limit %j", (ratelimit) => {
    expect(registrationProblems("a", { ...sound, ratelimit: ratelimit as number }, [])).toEqual([
      "ratelimit must be more than 0 jobs per second; Infinity is no limit",
    ]);
  });

  test.for([0, -1, Number.NaN, "1", null, Number.POSITIVE_INFINITY])("can't have the timeout %j", (timeout) => {
    expect(registrationProblems("a", { ...sound, timeoutInSeconds: timeout as number }, [])).toEqual([
      "timeoutInSeconds must be more than 0",
    ]);
  });

  test("can't have a timeout that no timer can hold", () => {
    expect(registrationProblems("a", { ...sound, timeoutInSeconds: 2_592_000 }, [])).toEqual([
      "timeoutInSeconds must be at most 2000000 (23 days)",
    ]);
  });

  test.for([0.01, 1, 14.5, 10_000, Number.POSITIVE_INFINITY])("may have the rate limit %d", (ratelimit) => {
    expect(registrationProblems("a", { ...sound, ratelimit }, [])).toEqual([]);
  });

  test("is refused with everything that is wrong, at once, and leaves no trace", () => {
    const queues = new QueueRegistry();

    expect(() => queues.register("a b", undefined as never, 0, -5)).toThrow(
      new Error(
        `The queue "a b" can't be registered: ${nameRule}; concurrency.worker must be a whole number from 1; ` +
          "concurrency.queue must be a whole number from 1; " +
          "ratelimit must be more than 0 jobs per second; Infinity is no limit; timeoutInSeconds must be more than 0.",
      ),
    );
    expect(queues.list.size).toBe(0);
  });
});
