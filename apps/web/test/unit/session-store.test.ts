import { beforeEach, describe, expect, test, vi } from "vitest";
import { parseSignInSearch } from "../../src/features/session/sign-in-search.ts";
import type { sessionStore as Store } from "../../src/shared/session/session-store.ts";

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const session = () => ({ token: "a.b.c", expiresAt: inAnHour(), user: { id: "1", email: "ada@example.com" } });

/** As in a page that is opened now. */
async function openPage(): Promise<typeof Store> {
  vi.resetModules();
  return (await import("../../src/shared/session/session-store.ts")).sessionStore;
}

describe("A session in the browser", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.useRealTimers();
  });

  test("outlives the page, so that links can be opened in new tabs", async () => {
    (await openPage()).begin(session());

    expect((await openPage()).current()?.token).toBe("a.b.c");
  });

  test("leaves nothing behind when it ends but the theme", async () => {
    const store = await openPage();
    store.begin(session());
    localStorage.setItem("graphiql:queries", "what somebody looked at");
    localStorage.setItem("platform.theme", "dark");
    sessionStorage.setItem("platform.openid-verifier", "secret");

    store.end("signed-out");

    expect(Object.keys(localStorage)).toEqual(["platform.theme"]);
    expect(sessionStorage.length).toBe(0);
    expect(store.current()).toBeUndefined();
  });

  test("ends by itself when its time is over", async () => {
    vi.useFakeTimers();
    const store = await openPage();
    const ended = vi.fn();
    store.begin(session());
    store.subscribe(ended);

    vi.advanceTimersByTime(3_600_000);

    expect(ended).toHaveBeenCalledOnce();
    expect([store.current(), store.endReason()]).toEqual([undefined, "expired"]);
  });

  test.for([
    ["over already", JSON.stringify({ ...session(), expiresAt: "2020-01-01T00:00:00Z" })],
    ["not JSON", "{"],
    ["something else", '{"token":1}'],
  ])("is not taken up from storage when it is %s", async ([, stored = ""]) => {
    localStorage.setItem("platform.session", stored);

    expect((await openPage()).current()).toBeUndefined();
  });

  test("that another tab ended is over here, too", async () => {
    const store = await openPage();
    store.begin(session());

    localStorage.removeItem("platform.session");
    window.dispatchEvent(new StorageEvent("storage", { key: "platform.session" }));

    expect([store.current(), store.endReason()]).toEqual([undefined, "signed-out"]);
  });
});

describe("After signing in one is led", () => {
  test.for(["/contexts/tickets?q=hub", "/users"])("back to %s", (next) => {
    expect(parseSignInSearch({ next })).toEqual({ next });
  });

  test.for(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", 7, "/sign-in"])(
    "nowhere else: %s",
    (next) => {
      expect(parseSignInSearch({ next })).toEqual({});
    },
  );
});
