import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { FieldEditor } from "../../src/features/items/field-editor.tsx";
import { FieldValue } from "../../src/shared/fields/field-value.tsx";
import { JsonEditor } from "../../src/shared/fields/json-editor.tsx";
import { ConfirmDialog } from "../../src/shared/ui/confirm-dialog.tsx";
import { Field } from "../../src/shared/ui/field.tsx";
import { Input } from "../../src/shared/ui/input.tsx";
import { aField } from "../support/a-context.ts";

afterEach(cleanup);

function Tags() {
  const [text, setText] = useState("");
  return <JsonEditor label="Tags" value={text} onChange={setText} />;
}

describe("A field of a form", () => {
  test("is tied to its label, its hint and what is wrong with it", () => {
    render(
      <Field label="Name" hint="What people call it." error="Fill this in." required>
        {(control) => <Input {...control} />}
      </Field>,
    );

    const input = screen.getByRole("textbox", { name: /Name/ });

    expect(input.getAttribute("aria-invalid")).toBe("true");
    const described = (input.getAttribute("aria-describedby") ?? "").split(" ");
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      "What people call it.",
      "Fill this in.",
    ]);
  });

  test.for([
    ["text", "textbox"],
    ["longtext", "textbox"],
    ["number", "textbox"],
    ["json", "textbox"],
    ["enum", "combobox"],
    ["boolean", "combobox"],
  ] as const)("of the type %s has the control that fits: %s", ([type, role]) => {
    const field = aField("colour", type, { enumValues: [{ name: "RED", value: "red" }] });

    render(<FieldEditor contextId="tickets" field={field} value="" onChange={() => undefined} problem={undefined} />);

    expect(screen.getByRole(role, { name: "Colour" })).toBeTruthy();
  });
});

describe("The JSON editor", () => {
  test("takes what is typed and tidies it up", async () => {
    const person = userEvent.setup();
    render(<Tags />);

    await person.click(screen.getByRole("textbox", { name: "Tags" }));
    await person.paste('{"a":1}');
    await person.click(screen.getByRole("button", { name: "Tidy" }));

    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Tags" }).value).toBe('{\n  "a": 1\n}');
  });
});

describe("A value in a table", () => {
  test.for(["<img src=x onerror=alert(1)>", "javascript:alert(1)", "{{constructor}}"])("is text: %s", (hostile) => {
    render(<FieldValue field={aField("title", "text")} value={hostile} />);

    expect(screen.getByText(hostile)).toBeTruthy();
    expect(document.querySelector("img")).toBeNull();
  });

  test("says that it is empty to people who can't see the dash", () => {
    render(<FieldValue field={aField("title", "text")} value={null} />);

    expect(screen.getByText("empty")).toBeTruthy();
  });
});

describe("A question that can't be undone", () => {
  test("is asked, and does nothing until it is answered", async () => {
    const person = userEvent.setup();
    const [confirm, close] = [vi.fn(), vi.fn()];
    render(
      <ConfirmDialog isOpen title="Revoke “import”?" action="Revoke" onConfirm={confirm} onClose={close}>
        Programs are locked out.
      </ConfirmDialog>,
    );

    await person.click(screen.getByRole("button", { name: "Cancel" }));
    expect([confirm.mock.calls.length, close.mock.calls.length]).toEqual([0, 1]);
    await person.click(screen.getByRole("button", { name: "Revoke" }));

    expect(confirm).toHaveBeenCalledOnce();
  });
});
