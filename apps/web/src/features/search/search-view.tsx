import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import type { Context } from "../../shared/workspace/context.ts";
import { MethodColumn } from "./method-column.tsx";
import { searchMethods } from "./methods.ts";
import { SearchControls } from "./search-controls.tsx";
import type { SearchSettings } from "./search-settings.ts";

interface SearchViewProps {
  /** Those with an embedder: at least one. */
  readonly contexts: readonly [Context, ...Context[]];
  readonly settings: SearchSettings;
  onSettings(settings: SearchSettings): void;
}

/** One question, answered by the three methods side by side. */
export function SearchView({ contexts, settings, onSettings }: SearchViewProps) {
  const context = contexts.find(({ id }) => id === settings.context) ?? contexts[0];
  const [words, setWords] = useState(settings.q ?? "");
  const [known, setKnown] = useState(settings.q);
  if (known !== settings.q) {
    setKnown(settings.q);
    setWords(settings.q ?? "");
  }
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const { q: _old, ...rest } = settings;
    const q = words.trim();
    onSettings(q ? { ...rest, q } : rest);
  };
  return (
    <div className="grid gap-4">
      <search>
        <form onSubmit={ask} className="flex flex-wrap gap-2">
          <Select
            label="Where"
            width="w-full sm:w-48"
            value={context.id}
            options={contexts.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => onSettings({ ...settings, context: id })}
          />
          <Input
            type="search"
            aria-label="What to search for"
            placeholder="A question, or some words"
            maxLength={8000}
            className="min-w-40 flex-1"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <Button type="submit" look="primary">
            <Search size={14} />
            Search
          </Button>
        </form>
      </search>
      <SearchControls settings={settings} onChange={onSettings} />
      {settings.q ? (
        <div className="grid items-start gap-4 lg:grid-cols-3">
          {searchMethods.map((method) => (
            <MethodColumn key={method.name} contextId={context.id} method={method} settings={settings} />
          ))}
        </div>
      ) : (
        <EmptyState icon={<Search size={20} />} title="Ask something">
          The answer comes from three methods side by side, with every score, so that you can see which one suits your
          data.
        </EmptyState>
      )}
    </div>
  );
}
