import { type Answer, developmentKey, type TestPlatform } from "./test-platform.ts";

/** Sends a body to the API as it is, once, as a caller with every right. */
export async function postBody(
  platform: TestPlatform,
  body: string,
): Promise<{ readonly status: number; readonly answer: Answer }> {
  const headers = { "content-type": "application/json", "x-api-key": developmentKey };
  const response = await fetch(`${platform.url}/graphql`, { method: "POST", headers, body });
  return { status: response.status, answer: (await response.json()) as Answer };
}
