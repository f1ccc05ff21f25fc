import { buildClientSchema, getIntrospectionQuery, introspectionFromSchema, isNonNullType } from "graphql";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { permissionNames } from "../../src/definitions/permissions.ts";
import { newId } from "../../src/foundation/ids.ts";
import { buildSchema } from "../../src/graphql/build-schema.ts";
import { identityChannel } from "../../src/storage/identity/announce.ts";
import { join, name, sql } from "../../src/storage/sql.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import { checksum, told } from "../support/checksum.ts";
import { articles, entries } from "../support/encyclopedia.ts";
import { books, readers } from "../support/library.ts";
import {
  type Aim,
  aimed,
  filledFields,
  filledInput,
  filterProbes,
  isAboutOne,
  operation,
  type Probe,
  type ProbedResource,
  resourcesOf,
  rootFields,
  searchProbes,
  takesConditions,
} from "../support/schema-probes.ts";
import { isMissing, isOnPostgres } from "../support/test-database.ts";
import {
  type Answer,
  type Client,
  comparable,
  startTestPlatform,
  type TestPlatform,
} from "../support/test-platform.ts";

/** What the library has not: sources and processors, on items with rights of their own. */
const papers = new PlatformContext({
  id: "papers",
  rbac: true,
  fields: [
    { name: "title", type: "text", required: true },
    { name: "word_count", type: "number", calculated: true },
    { name: "external_id", type: "string", unique: true },
  ],
  sources: [{ id: "list", execute: () => [{ external_id: "brought", title: "Brought" }] }],
  processors: [{ id: "count", execute: ({ item }) => ({ word_count: item.title.length }) }],
});
const archive = () => new PlatformApp({ contexts: [books, readers, papers, articles, entries] });

/** As a client sees it: what is not in here can't be asked for. */
const schema = buildClientSchema(introspectionFromSchema(buildSchema(checkDefinitions(archive()))));
const resources = resourcesOf(schema);

/** Without an RBAC field, but with rights: those of their conversation, and those of their user. */
const derivedRights = ["agent_messages", "prompt_favorites"];
const guarded = resources.filter(({ id, hasRights }) => hasRights || derivedRights.includes(id));

/** Using agents is enough to write these. */
const personal = ["agent_sessions", "agent_messages", "projects", "prompt_library", "prompt_favorites"];

/**
 * Root fields that belong to no resource. Whoever adds one here writes its tests: authorization-guards, audit-log, queue-rights, agents-rights,
 * workflow-rights, evals-rights.
 */
const ownTests = [
  ...["me", "apiKeys", "auditLog", "contexts", "jobs", "job", "jobLogs", "queue", "queues"],
  ...["providers", "tools", "toolCategories"],
  ...["workflowRuns", "workflowRunById"],
  ...["evals", "evalResults", "compareEvalRuns", "activity"],
  ...["apiKeysGenerate", "apiKeysRevoke", "apiKeysRotate"],
  ...["pauseQueue", "resumeQueue", "drainQueue", "deleteJob", "retryJob", "retryFailed"],
  ...["runAgent", "stopAgent", "runTool"],
  ...["runWorkflow", "resumeWorkflow", "runEval"],
];

const every = (level: "READ" | "WRITE") => Object.fromEntries(permissionNames.map((each) => [each, level]));
const missingId = "00000000-0000-7000-8000-0000000000ff";
const probesPerRequest = 40;

// The rights are conditions in the same statements on both databases: the fifty chapters below are gone through once.
describe.skipIf(isMissing || !isOnPostgres)("Authorization, generated from the schema", () => {
  let platform: TestPlatform;
  let owner: Caller;
  let reader: Caller;
  let stranger: Caller;
  let newcomers = 0;
  const heard: string[] = [];

  beforeAll(async () => {
    platform = await startTestPlatform(archive());
    owner = await createCaller(platform, { email: "owner@example.com", permissions: every("WRITE") });
    reader = await createCaller(platform, { email: "reader@example.com", permissions: every("READ") });
    stranger = await createCaller(platform, { email: "stranger@example.com" });
    await platform.database.listen(identityChannel, (payload) => heard.push(payload));
  });
  afterAll(() => platform.close());

  /** Somebody with every permission and nothing of their own. */
  const createNewcomer = () =>
    createCaller(platform, { email: `newcomer-${newcomers++}@example.com`, permissions: every("WRITE") });

  /** What a caller writes into fields that name somebody, a role, or a conversation. */
  const namesFor = async (caller: Caller, resource: ProbedResource): Promise<Record<string, unknown>> => {
    if (resource.id === "users") return { role: caller.roleId };
    const names = "user" in resource.input.getFields() ? { user: caller.userId } : {};
    if (resource.id !== "agent_messages") return names;
    const { agent_sessionsCreateOne } = await caller.data<{ agent_sessionsCreateOne: { item: { id: string } } }>(
      `mutation { agent_sessionsCreateOne(input: { agent: "a" }) { item { id } } }`,
    );
    return { ...names, session: agent_sessionsCreateOne.item.id };
  };

  /** A row with something in every field, also in those that only the platform writes; gives back what it holds. */
  const createRow = async (by: Client, resource: ProbedResource, input: Record<string, unknown>) => {
    const { id, type, mutations, queries } = resource;
    const createOne = named(mutations, "CreateOne");
    const created = operation("mutation", [{ field: createOne, args: { input } }], "brief");
    const { p0 } = await by.data<{ p0: { item: { id: string } } }>(created.query, created.variables);

    const held = filledFields(type, "hidden");
    const isStored = (field: string) => field in resource.filter.getFields() && !isSystem(field);
    const calculated = Object.keys(held).filter((field) => !(field in resource.input.getFields()) && isStored(field));
    if (calculated.length > 0) {
      const updates = calculated.map((field) => sql`${name(field)} = ${name("given", field)}`);
      await platform.database.query(sql`
        update ${name(id)} as stored set ${join(updates, ", ")}
        from jsonb_populate_record(null::${name(id)}, ${JSON.stringify(held)}::jsonb) as given
        where stored.id = ${p0.item.id}::uuid`);
    }
    const read = operation("query", [{ field: named(queries, "ById"), args: { id: p0.item.id } }]);
    const found = await platform.data<{ p0: Record<string, unknown> }>(read.query, read.variables);
    const [chunk] = (found.p0.chunks ?? []) as readonly { readonly chunk_id: string }[];
    return { ...found.p0, id: p0.item.id, ...(chunk && { chunkId: chunk.chunk_id }) };
  };

  const remove = async (resource: ProbedResource, id: string) => {
    const removal = operation(
      "mutation",
      [{ field: named(resource.mutations, "RemoveOneById"), args: { id } }],
      "brief",
    );
    await platform.data(removal.query, removal.variables);
  };

  /** What was announced since the last time. Notifications arrive in order: once a last one is heard, so are all others. */
  const notifications = async (): Promise<readonly string[]> => {
    const last = newId();
    await platform.database.notify(identityChannel, last);
    await vi.waitFor(() => expect(heard).toContain(last));
    return heard.splice(0).filter((payload) => payload !== last);
  };

  /** For what was already asked in every way of executing it. */
  const askOnce = (caller: Caller) => async (query: string, variables?: Record<string, unknown>) => {
    const response = await fetch(`${platform.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...caller.headers },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer;
  };

  const askAll = async (
    caller: Pick<Client, "ask">,
    kind: "query" | "mutation",
    batches: readonly (readonly Probe[])[],
  ) => {
    const answers: Answer[] = [];
    for (const batch of batches) {
      const { query, variables } = operation(kind, batch, batch.length === 1 ? "full" : "brief");
      answers.push(await caller.ask(query, variables));
    }
    return answers;
  };

  test("starts from what the server itself tells of its schema", async () => {
    const served = await platform.data(getIntrospectionQuery());

    expect(
      buildClientSchema(served as never)
        .toConfig()
        .types.map(String),
    ).toEqual(schema.toConfig().types.map(String));
  });

  test("leaves out no query and no mutation", () => {
    const covered = new Set(resources.flatMap(({ queries, mutations }) => [...queries, ...mutations]));

    const left = [...rootFields(schema, "query"), ...rootFields(schema, "mutation")].filter(
      (each) => !covered.has(each),
    );

    expect(left.map((field) => field.name)).toEqual(ownTests);
  });

  test.for(guarded)("$id: no query tells a hidden row from a missing one", { timeout: 120_000 }, async (resource) => {
    const caller = await createNewcomer();
    const names = await namesFor(caller, resource);
    await createRow(caller, resource, filledInput(resource.input, "own", names));
    const hidden = await createRow(
      owner,
      resource,
      filledInput(resource.input, "hidden", await namesFor(owner, resource)),
    );
    const aim = { ...aimAt(hidden), input: {} };
    const filtered = filterBatches(resource.queries, resource, { ...aim, row: hidden });
    const plain = resource.queries.map((field) => [aimed(field, resource, aim)]);
    const searched = resource.queries.flatMap((field) => searchProbes(field, resource).map((probe) => [probe]));
    const ordered = resource.queries.flatMap((field) => orderingBatches(field, resource));
    const batches = [...filtered, ...plain, ...searched, ...ordered];

    const whileHidden = await askAll(caller, "query", batches);
    const inSight = await askAll(owner, "query", [...plain, ...searched]);
    await remove(resource, hidden.id);
    const onceMissing = await askAll({ ask: askOnce(caller) }, "query", batches);
    const goneFromSight = await askAll(owner, "query", [...plain, ...searched]);

    expect(whileHidden.map(comparable)).toEqual(onceMissing.map(comparable));
    // One error would take the other answers of its batch with it, and nothing would be compared.
    expect(whileHidden.slice(0, filtered.length).filter(({ errors }) => errors)).toEqual([]);
    // To whoever may see the row each of these queries does tell.
    const gone = goneFromSight.map(comparable);
    expect(inSight.filter((answer, index) => comparable(answer) === gone[index])).toEqual([]);
  });

  test.for(guarded)(
    "$id: no mutation tells a hidden row from a missing one, or changes anything",
    {
      timeout: 120_000,
    },
    async (resource) => {
      const caller = await createNewcomer();
      const hidden = await createRow(
        owner,
        resource,
        filledInput(resource.input, "hidden", await namesFor(owner, resource)),
      );
      const input = filledInput(resource.input, "other", await namesFor(caller, resource));
      const aim = { ...aimAt(hidden), input };
      const targeted = resource.mutations.filter(
        (field) => isAboutOne(field, resource) && !field.name.endsWith("CreateOne"),
      );
      const filtered = filterBatches(targeted, resource, { ...aim, row: hidden });
      const batches = [...filtered, ...targeted.map((field) => [aimed(field, resource, aim)])];
      const before = await checksum(platform.database);
      await notifications();

      const whileHidden = await askAll(caller, "mutation", batches);

      expect(await checksum(platform.database)).toEqual(before);
      expect(await notifications()).toEqual([]);
      await remove(resource, hidden.id);
      const onceMissing = await askAll(caller, "mutation", batches);
      expect(whileHidden.map(comparable)).toEqual(onceMissing.map(comparable));
      const errors = whileHidden.flatMap((answer) => answer.errors ?? []);
      expect(errors.map(told)).toEqual(batches.flat().map(() => ({ message: "Record not found", code: "NOT_FOUND" })));
    },
  );

  const ofMany = guarded.filter((resource) => manyOf(resource).length > 0);
  test.for(ofMany)(
    "$id: no mutation of many rows tells a hidden one from a missing one, or changes it",
    async (resource) => {
      const caller = await createNewcomer();
      const hidden = await createRow(owner, resource, filledInput(resource.input, "hidden", {}));
      const aim = { ...aimAt(hidden), input: {} };
      const filtered = filterBatches(manyOf(resource), resource, { ...aim, row: hidden });
      const inSight = manyOf(resource).map((field) => [aimed(field, resource, aim)]);
      const before = await checksum(platform.database);

      const whileHidden = await askAll(caller, "mutation", filtered);

      expect(await checksum(platform.database)).toEqual(before);
      expect(whileHidden.filter(({ errors }) => errors)).toEqual([]);
      // To whoever may write the row they do something.
      const seen = (await askAll(owner, "mutation", inSight)).map(comparable);
      await remove(resource, hidden.id);
      expect(whileHidden.map(comparable)).toEqual((await askAll(caller, "mutation", filtered)).map(comparable));
      const gone = (await askAll(owner, "mutation", inSight)).map(comparable);
      expect(seen.filter((answer, index) => answer === gone[index])).toEqual([]);
    },
  );

  test("what belongs to no row is asked for by those who may write: sources", async () => {
    const sources = resources.flatMap((resource) =>
      resource.mutations.filter((field) => !isAboutOne(field, resource) && !takesConditions(field, resource)),
    );

    // Whoever adds one here writes its tests: 4-3-sources.
    expect(sources.map((field) => field.name)).toEqual(["papersExecuteSource"]);
  });

  test.for(resources)(
    "$id: whoever has no permission is told so, of any row, and changes nothing",
    async (resource) => {
      const names = ["agent_messages", "users"].includes(resource.id) ? await namesFor(owner, resource) : {};
      const row = await createRow(platform, resource, filledInput(resource.input, "hidden", names));
      const input = filledInput(resource.input, "other", {});
      const aimedAt = (id: string, field: ProbedResource["queries"][number]) =>
        [aimed(field, resource, { id, filter: { id: { eq: id } }, input })] as const;
      const before = await checksum(platform.database);
      await notifications();

      const answers = await Promise.all(
        [row.id, missingId].map(async (id) => [
          ...(await askAll(
            stranger,
            "query",
            resource.queries.map((field) => aimedAt(id, field)),
          )),
          ...(await askAll(
            stranger,
            "mutation",
            resource.mutations.map((field) => aimedAt(id, field)),
          )),
          ...(personal.includes(resource.id)
            ? []
            : await askAll(
                reader,
                "mutation",
                resource.mutations.map((field) => aimedAt(id, field)),
              )),
        ]),
      );

      expect(await checksum(platform.database)).toEqual(before);
      expect(await notifications()).toEqual([]);
      const [existing = [], missing = []] = answers;
      expect(existing.map(comparable)).toEqual(missing.map(comparable));
      expect(existing.map(({ data, errors }) => ({ data, errors: errors?.map(told) }))).toEqual(
        existing.map(() => ({ data: null, errors: [{ message: "Access control error", code: "ACCESS_CONTROL" }] })),
      );
      await remove(resource, row.id);
    },
  );

  test("no query and no mutation is open to a request without a credential", async () => {
    const aim = { id: missingId, filter: { id: { eq: missingId } }, input: {} };
    const [anyResource] = resources;
    if (!anyResource) throw new Error("There is no resource.");
    const requests = (["query", "mutation"] as const).flatMap((kind) =>
      rootFields(schema, kind).map((field) => {
        const resource = resources.find((each) => each[kind === "query" ? "queries" : "mutations"].includes(field));
        return operation(kind, [aimed(field, resource ?? anyResource, aim)]);
      }),
    );
    const before = await checksum(platform.database);

    const answers = await Promise.all(
      requests.map(async (request) => {
        const headers = { "content-type": "application/json" };
        const response = await fetch(`${platform.url}/graphql`, {
          method: "POST",
          headers,
          body: JSON.stringify(request),
        });
        return { status: response.status, answer: (await response.json()) as Answer };
      }),
    );

    expect(answers.map(({ status, answer }) => ({ status, errors: answer.errors?.map(told) }))).toEqual(
      answers.map(() => ({ status: 401, errors: [{ message: "Invalid token", code: "UNAUTHENTICATED" }] })),
    );
    expect(await checksum(platform.database)).toEqual(before);
  });
});

function aimAt({ id, chunkId }: { readonly id: string; readonly chunkId?: string }) {
  return { id, filter: { id: { eq: id } }, ...(chunkId !== undefined && { chunkId }) };
}

/** The mutations that any number of rows can be aimed at with a filter. */
function manyOf(resource: ProbedResource): ProbedResource["mutations"] {
  return resource.mutations.filter((field) => !isAboutOne(field, resource) && takesConditions(field, resource));
}

function isSystem(field: string): boolean {
  return ["id", "createdAt", "updatedAt"].includes(field);
}

function named(fields: ProbedResource["queries"], ending: string) {
  const field = fields.find((each) => each.name.endsWith(ending));
  if (!field) throw new Error(`There is no …${ending}.`);
  return field;
}

/** Every condition that a filter can express on a row, through each field that takes conditions. */
function filterBatches(
  fields: ProbedResource["queries"],
  resource: ProbedResource,
  { row, ...aim }: Aim & { readonly row: Readonly<Record<string, unknown>> },
): readonly (readonly Probe[])[] {
  const filters = filterProbes(resource.filter, row);
  const filterable = fields.filter((field) => takesConditions(field, resource));
  return filterable.flatMap((field) =>
    inBatches(
      filters.map((filter) => aimed(field, resource, { ...aim, filter })),
      probesPerRequest,
    ),
  );
}

/** Sorted, or grouped, by every field of the filter: also by those that can't be. */
function orderingBatches(
  field: ProbedResource["queries"][number],
  { filter }: ProbedResource,
): readonly (readonly Probe[])[] {
  const takes = (argument: string) => field.args.some(({ name }) => name === argument);
  const probes = Object.keys(filter.getFields()).flatMap((each) => [
    ...(takes("sort") ? [{ field, args: { sort: { field: each, direction: "DESC" } } }] : []),
    ...(takes("groupBy") ? [{ field, args: { groupBy: each } }] : []),
  ]);
  // The error of a field that can't be null takes every other answer with it.
  return inBatches(probes, isNonNullType(field.type) ? 1 : probesPerRequest);
}

function inBatches(probes: readonly Probe[], size: number): readonly (readonly Probe[])[] {
  const count = Math.ceil(probes.length / size);
  return Array.from({ length: count }, (_, index) => probes.slice(index * size, (index + 1) * size));
}
