import { expect, test } from "vitest";
import { apiKeyIdIn, newApiKey } from "../../src/foundation/api-key.ts";

const { id, key } = newApiKey();

test.for([id, `sk_${id}`, `sk_${id}_`, `sk_${id}_…`, key])("the id of a key is found in %s", (text) => {
  expect(apiKeyIdIn(text)).toBe(id);
});

test.for([
  "",
  "sk_",
  `sk_${id.slice(1)}`,
  `sk_${id}x`,
  `sk_sk_${id}`,
  `${id}\n`,
  "0198f6ee-0000-7000-8000-000000000000",
])("there is none in «%s»", (text) => {
  expect(apiKeyIdIn(text)).toBeUndefined();
});
