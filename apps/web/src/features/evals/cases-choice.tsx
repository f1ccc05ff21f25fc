import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { counted } from "../../shared/format/format-values.ts";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { ScrollArea } from "../../shared/ui/scroll-area.tsx";
import { type ListedCase, testCasesQuery } from "./case-queries.ts";
import type { ListedSet } from "./set-queries.ts";

// As many as one answer may hold.
const mostShown = 500;

interface CasesChoiceProps {
  readonly set: ListedSet;
  readonly chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

/** Which cases of its set a run asks; none chosen means all. */
export function CasesChoice({ set, chosen, onChange }: CasesChoiceProps) {
  const query = useQuery(testCasesQuery({ set, limit: mostShown }));
  return (
    <QueryView query={query}>
      {({ items, pageInfo }) => (
        <fieldset className="grid min-w-0 gap-1">
          <legend className="mb-1 font-medium">Cases</legend>
          <p className="text-xs text-ink-faint">
            {chosen.length === 0
              ? `All of the set: ${counted(pageInfo.itemCount, "case")}. Choose some to run only those.`
              : `Only those that are chosen: ${counted(chosen.length, "case")}.`}
          </p>
          {items.length > 0 && (
            <ScrollArea label="Cases of the set" className="max-h-52 rounded-md border">
              <ul className="divide-y">
                {items.map((each) => (
                  <CaseChoice
                    key={each.id}
                    testCase={each}
                    isChosen={chosen.includes(each.id)}
                    onChange={(isChosen) =>
                      onChange(isChosen ? [...chosen, each.id] : chosen.filter((id) => id !== each.id))
                    }
                  />
                ))}
              </ul>
            </ScrollArea>
          )}
        </fieldset>
      )}
    </QueryView>
  );
}

interface CaseChoiceProps {
  readonly testCase: ListedCase;
  readonly isChosen: boolean;
  onChange(isChosen: boolean): void;
}

function CaseChoice({ testCase, isChosen, onChange }: CaseChoiceProps) {
  const id = useId();
  return (
    <li className="flex items-center gap-2 px-3 py-1.5">
      <Checkbox id={id} checked={isChosen} onCheckedChange={(checked) => onChange(checked === true)} />
      <label htmlFor={id} className="min-w-0 flex-1 truncate">
        {testCase.name}
      </label>
    </li>
  );
}
