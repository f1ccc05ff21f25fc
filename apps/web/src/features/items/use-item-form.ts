import { useRef, useState } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { useDraft } from "../../shared/records/use-draft.ts";
import { type Context, editableFields } from "../../shared/workspace/context.ts";
import { type FormProblems, formValuesOf, parseField, parseForm, problemsIn } from "./form-values.ts";
import type { Item } from "./item.ts";
import type { ItemInput } from "./queries.ts";

/** What somebody has typed so far, and what is wrong with it. */
export function useItemForm(context: Context, item: Item | undefined) {
  const form = useDraft(item, { draftOf: (known) => formValuesOf(context, known) });
  const { draft: values, began: initial, isChanged } = form;
  const [problems, setProblems] = useState<FormProblems>({});
  const held = useRef(new Set<string>());

  const solve = (name: string) => setProblems(({ [name]: _solved, ...others }) => others);
  return {
    values,
    problems,
    isChanged,
    change: (name: string, value: string) => {
      // Not the values of this moment: a file arrives when others may have been typed.
      form.setDraft((now) => ({ ...now, [name]: value }));
      solve(name);
    },
    /** While its file is being sent, a field can't be saved. */
    hold: (name: string, isHeld: boolean) => {
      if (isHeld) held.current.add(name);
      else held.current.delete(name);
    },
    /** On leaving a field: what was not touched is not complained about yet. */
    check: (name: string) => {
      const field = editableFields(context).find((each) => each.name === name);
      const text = values[name] ?? "";
      if (!field || text === initial[name]) return;
      const parsed = parseField(field, text);
      if ("problem" in parsed) setProblems({ ...problems, [name]: parsed.problem });
      else solve(name);
    },
    /** Undefined when something is wrong, which is then shown. */
    parse: (): ItemInput | undefined => {
      if (held.current.size > 0) {
        setProblems(Object.fromEntries([...held.current].map((name) => [name, "The file is still on its way."])));
        return undefined;
      }
      const parsed = parseForm(context, values, { initial, isNew: item === undefined });
      setProblems("problems" in parsed ? parsed.problems : {});
      return "input" in parsed ? parsed.input : undefined;
    },
    /** Puts the platform's complaint at the fields that it is about. */
    refuse: (error: unknown) => setProblems(problemsIn(context, messageOf(error))),
    /** What was in it at this moment is stored. */
    settle: () => form.settle(values),
    /** Starts again from what is stored now. */
    discard: () => {
      form.discard();
      setProblems({});
    },
  };
}
