import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Input } from "./input.tsx";
import { useDebounced } from "./use-debounced.ts";

interface ListSearchProps {
  readonly words: string;
  /** What is searched. */
  readonly label: string;
  onChange(words: string): void;
}

/** Asks when one has stopped typing; follows the address when that changes otherwise. */
export function ListSearch({ words, label, onChange }: ListSearchProps) {
  const [text, setText] = useState(words);
  const [known, setKnown] = useState(words);
  const settled = useDebounced(text, 250);
  if (words !== known) {
    setKnown(words);
    setText(words);
  }
  const tell = useEffectEvent((next: string) => {
    if (next === known) return;
    setKnown(next);
    onChange(next);
  });
  useEffect(() => tell(settled), [settled]);

  return (
    <div className="relative w-full sm:w-56">
      <Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-faint" aria-hidden="true" />
      <Input
        type="search"
        aria-label={label}
        placeholder="Search"
        className="pl-8"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
