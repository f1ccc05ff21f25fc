import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** The audits send requests of their own; each gets the key that this endpoint asks for. */
const fetchFn = (url: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  headers.set("x-api-key", developmentKey);
  return fetch(url, { ...init, headers });
};

describe.skipIf(isMissing)("4.1 The endpoint follows GraphQL over HTTP", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
  });
  afterAll(() => platform.close());

  // The names are known before there is an address; no audit is excepted, not even those that only MAY hold.
  test.each(serverAudits({ url: "http://localhost/graphql", fetchFn }))("$id: it $name", async ({ id, name }) => {
    const audits = serverAudits({ url: `${platform.url}/graphql`, fetchFn });

    const result = await audits.find((audit) => audit.id === id)?.fn();

    expect(result).toEqual({ id, name, status: "ok" });
  });
});
