import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";
import { withAdmin } from "../support/start-platform.ts";

const letter = {
  name: "Letter «ü» of Ada.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("Dear desk,\nthe hub hums."),
};

describeInBrowser(
  "Files of items",
  (suite) => {
    const attachment = () => suite.page.locator('input[type="file"]');
    const held = (name: string) => suite.page.getByRole("link", { name: `Download ${name}` });
    const download = async () => {
      const [started] = await Promise.all([
        suite.page.waitForEvent("download"),
        suite.page.getByRole("link", { name: /^Download/ }).click(),
      ]);
      return { name: started.suggestedFilename(), text: await readFile(await started.path(), "utf8") };
    };

    test("one that is of the wrong kind or too large is refused where it was chosen, and nothing is kept", async () => {
      const { page, platform } = suite;
      await page.goto(`${platform.url}/contexts/tickets/new`);
      await page.getByRole("textbox", { name: "Title" }).fill("A hum");
      await page.getByRole("combobox", { name: "Status" }).click();
      await page.getByRole("option", { name: "Open" }).click();
      const refusal = (text: RegExp) => page.getByRole("alert").filter({ hasText: text }).waitFor();

      await attachment().setInputFiles({ ...letter, name: "letter.exe" });
      await refusal(/must end in jpg, png, pdf/);
      await attachment().setInputFiles({ ...letter, name: "letter.pdf" });
      await refusal(/content of the file is not what its name says/);
      await attachment().setInputFiles({ ...letter, buffer: Buffer.alloc(3 * 1024 * 1024, "x") });
      await refusal(/larger than 1 MB|too large/);

      expect(await page.getByRole("link", { name: /^Download/ }).count()).toBe(0);
      suite.browser.takeComplaints();
    });

    test("one is sent, kept with the item, and comes back as it went", async () => {
      const { page } = suite;
      await attachment().setInputFiles(letter);
      await held(letter.name).waitFor();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { level: 1, name: "A hum" }).waitFor();

      expect(await download()).toEqual({ name: letter.name, text: "Dear desk,\nthe hub hums." });
      await page.reload();
      await held(letter.name).waitFor();
      expect(await download()).toEqual({ name: letter.name, text: "Dear desk,\nthe hub hums." });
      expect(suite.browser.takeComplaints()).toEqual([]);
    });

    test("it is replaced by one that is dropped, and removed", async () => {
      const { page, platform } = suite;
      const transfer = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(["Second thoughts."], "second.txt", { type: "text/plain" }));
        return data;
      });
      await page.getByText("or drop one here").dispatchEvent("drop", { dataTransfer: transfer });
      await held("second.txt").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
      expect(await download()).toEqual({ name: "second.txt", text: "Second thoughts." });

      await page.getByRole("button", { name: "Remove the file" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await expect
        .poll(() =>
          platform.ask(`{ ticketsPagination(filters: [{ title: { eq: "A hum" } }]) { items { attachment } } }`),
        )
        .toEqual({ ticketsPagination: { items: [{ attachment: null }] } });
    });
  },
  { environment: { ...withAdmin, FILE_SIZE_LIMIT_MB: "1" } },
);
