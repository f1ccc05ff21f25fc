import { expectTypeOf } from "vitest";
import {
  type FeedEntry,
  type FolderFile,
  feedSource,
  folderSource,
  httpSource,
  type Json,
  PlatformContext,
  PlatformQueues,
} from "../../src/index.ts";

interface Heading {
  readonly status: "open" | "closed";
  readonly priority?: number;
}

interface Ticket {
  readonly key: string;
  readonly summary: string;
  readonly fields: { readonly state: "open" | "closed" };
}

const desk = PlatformQueues.register("desk", { worker: 1, queue: 1 });

/** What sources and processors of a context may and may not write. Nothing of this runs. */
export const tickets = new PlatformContext({
  id: "tickets",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "status", type: "enum", enumValues: ["open", "closed"], default: "open" },
    { name: "priority", type: "number" },
    { name: "tags", type: "json" },
    { name: "opened", type: "date" },
    { name: "word_count", type: "number", calculated: true },
    { name: "external_id", type: "string", unique: true },
  ],
  sources: [
    {
      id: "by_hand",
      config: { queue: desk, schedule: "0 * * * *", params: [{ name: "since", type: "string" }], onMissing: "delete" },
      async *execute({ inputs, signal, log, items }) {
        expectTypeOf(inputs).toEqualTypeOf<Readonly<Record<string, Json>>>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        await log("begins");
        expectTypeOf(items).toBeFunction();
        yield { external_id: "1", title: "One", status: "open" };
      },
    },
    { id: "a_list", execute: () => [{ external_id: "1", title: "One" }] },
    { id: "a_promise", execute: async () => [{ external_id: "1", title: "One", opened: new Date() }] },
    // @ts-expect-error a required field must be given
    { id: "without_title", execute: () => [{ external_id: "1" }] },
    // @ts-expect-error the enum has no such value
    { id: "wrong_status", execute: () => [{ external_id: "1", title: "One", status: "waiting" }] },
    // @ts-expect-error there is no such policy
    { id: "wrong_policy", config: { onMissing: "forget" }, execute: () => [] },

    folderSource({
      id: "files",
      folder: new URL("file:///articles/"),
      include: ["**/*.md"],
      config: { queue: desk, schedule: "0 * * * *" },
      map: (file, { inputs }) => {
        expectTypeOf(file).toEqualTypeOf<FolderFile>();
        expectTypeOf(file.fields.status).toEqualTypeOf<Json | undefined>();
        expectTypeOf(inputs).toEqualTypeOf<Readonly<Record<string, Json>>>();
        return { external_id: file.path, title: file.title, body: file.text, status: "open", tags: ["a", 1] };
      },
    }),
    folderSource({
      id: "typed_files",
      folder: "/articles",
      map: ({ title, fields }: FolderFile<Heading>) =>
        fields.priority === undefined ? undefined : { title, status: fields.status, priority: fields.priority },
    }),
    httpSource({
      id: "list",
      url: "https://api.example.com/tickets",
      headers: { authorization: "Bearer key" },
      paging: { kind: "cursor", at: "meta.next", parameter: "cursor" },
      itemsAt: "data",
      map: ({ key, summary, fields }: Ticket) => ({ external_id: key, title: summary, status: fields.state }),
    }),
    httpSource({
      id: "untyped_list",
      url: ({ inputs }) => `https://api.example.com/tickets?since=${inputs.since}`,
      map: (entry) => {
        expectTypeOf(entry).toEqualTypeOf<Json>();
        return { external_id: "1", title: String(entry) };
      },
    }),
    feedSource({ id: "feed", url: "https://example.com/feed.xml" }),
    feedSource({
      id: "mapped_feed",
      url: "https://example.com/feed.xml",
      map: (entry) => {
        expectTypeOf(entry).toEqualTypeOf<FeedEntry>();
        return { title: entry.title ?? "", opened: entry.published };
      },
    }),

    // @ts-expect-error a required field must be given
    folderSource({ id: "wrong", folder: "/", map: ({ text }) => ({ body: text }) }),
    // @ts-expect-error there is no such field
    folderSource({ id: "wrong", folder: "/", map: ({ title, text }) => ({ title, bdy: text }) }),
    // @ts-expect-error a field has another type
    folderSource({ id: "wrong", folder: "/", map: ({ title }) => ({ title, priority: "high" }) }),
    // @ts-expect-error the enum has no such value
    folderSource({ id: "wrong", folder: "/", map: ({ title }) => ({ title, status: "waiting" }) }),
    // @ts-expect-error a calculated field can't be set
    folderSource({ id: "wrong", folder: "/", map: ({ title }) => ({ title, word_count: 5 }) }),
    // @ts-expect-error one of two ways out gives a field that there is not
    folderSource({ id: "wrong", folder: "/", map: ({ title }) => (title ? { title } : { title, bdy: "" }) }),
    // @ts-expect-error there is no such field
    httpSource({
      id: "wrong",
      url: "https://a.example",
      map: () => ({ external_id: "1", title: "One", colour: "red" }),
    }),
    // @ts-expect-error there is no such field
    feedSource({ id: "wrong", url: "https://a.example", map: ({ link }) => ({ title: "One", link }) }),
  ],
  processors: [
    {
      id: "count_words",
      config: { trigger: "always", queue: desk, retries: 2, timeoutInSeconds: 10 },
      filter: ({ body }) => body !== null,
      execute({ item, inThread }) {
        expectTypeOf(item.body).toEqualTypeOf<string | null>();
        expectTypeOf(item.word_count).toEqualTypeOf<number | null>();
        expectTypeOf(inThread).toBeFunction();
        return { word_count: item.title.length };
      },
    },
    { id: "does_nothing", execute: () => undefined },
    // @ts-expect-error there is no such trigger
    { id: "wrong_trigger", config: { trigger: "onDelete" }, execute: () => undefined },
    // @ts-expect-error a field has another type
    { id: "wrong_type", execute: () => ({ word_count: "many" }) },
    // @ts-expect-error the enum has no such value
    { id: "wrong_value", execute: async () => ({ status: "waiting" }) },
  ],
});

// The items of a feed without a map have fields that the context must have.
new PlatformContext({
  id: "wrong",
  fields: [
    { name: "title", type: "text" },
    { name: "external_id", type: "string", unique: true },
  ],
  // @ts-expect-error there is no field body
  sources: [feedSource({ id: "feed", url: "https://example.com/feed.xml" })],
});

// @ts-expect-error a source needs a folder
folderSource({ id: "wrong", map: ({ title }) => ({ title }) });
// @ts-expect-error a source needs a map
folderSource({ id: "wrong", folder: "/" });
// @ts-expect-error entries of a list have no external id of their own
httpSource({ id: "wrong", url: "https://a.example", map: () => ({ title: "One" }) });
// @ts-expect-error paging by offset needs a size
httpSource({ id: "wrong", url: "https://a.example", paging: { kind: "offset" }, map: () => ({ external_id: "1" }) });
// @ts-expect-error there is no such paging
httpSource({ id: "wrong", url: "https://a.example", paging: { kind: "token" }, map: () => ({ external_id: "1" }) });
