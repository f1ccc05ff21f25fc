import { describe, expect, test } from "vitest";
import { negotiate } from "../../src/http/negotiate.ts";

const plain = "application/json";
const modern = "application/graphql-response+json";

describe("The media type of an answer", () => {
  test.for([
    [undefined, plain],
    ["", plain],
    ["*/*", plain],
    ["application/*", plain],
    ["text/html", plain],
    ["application/json", plain],
    ["application/json; charset=utf-8", plain],
    ["application/graphql-response+json", modern],
    ["APPLICATION/GRAPHQL-RESPONSE+JSON", modern],
    ["application/graphql-response+json; charset=utf-8", modern],
    ["application/graphql-response+json, application/json", modern],
    ["application/json, application/graphql-response+json", modern],
    ["application/graphql-response+json, application/json;q=0.9", modern],
    ["application/graphql-response+json;q=0.8, application/json", plain],
    ["application/graphql-response+json;q=0.8, application/json;q=0.9", plain],
    ["application/graphql-response+json;charset=utf-8;q=0.5, application/json;q=0.1", modern],
    ["application/graphql-response+json;q=0", plain],
    ["application/graphql-response+json;q=maybe", plain],
    ["text/html, */*;q=0.1, application/graphql-response+json;q=0.2", modern],
  ] as const)("for Accept: %s is %s", ([accept, type]) => {
    expect(negotiate(accept)).toBe(type);
  });
});
