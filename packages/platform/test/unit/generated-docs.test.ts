import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { generatedPages } from "../../scripts/docs/generated-pages.ts";
import { environmentVariables, type VariableName } from "../../src/main/environment-variables.ts";
import { readEnv } from "../../src/main/read-env.ts";

test.for(generatedPages)("$path says what the code says; after a change: npm run docs", async ({ file, make }) => {
  const current = await readFile(file, "utf8");

  expect(current).toBe(await make(current));
});

test("every variable of the table is read", () => {
  const read = new Set<string>();
  const given: Readonly<Partial<Record<VariableName, string>>> = {
    S3_ENDPOINT: "https://s3.example.com",
    S3_BUCKET: "files",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const environment = new Proxy<Readonly<Record<string, string | undefined>>>(given, {
    get(target, name) {
      read.add(String(name));
      return target[String(name)];
    },
  });

  readEnv(environment);

  expect([...read].toSorted()).toEqual(Object.keys(environmentVariables).toSorted());
});

test.for(
  Object.entries(environmentVariables).flatMap(([name, variable]) =>
    "value" in variable ? [[name, variable.value] as const] : [],
  ),
)("%s is %s when it is not set", ([name, value]) => {
  expect(readEnv({ [name]: value })).toEqual(readEnv({}));
});
