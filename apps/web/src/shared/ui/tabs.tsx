import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface TabsProps<Value extends string> {
  readonly value: Value;
  onChange(value: Value): void;
  readonly tabs: readonly { readonly value: Value; readonly label: string; readonly content: ReactNode }[];
}

export function Tabs<Value extends string>({ value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((each) => each.value === next);
        if (tab) onChange(tab.value);
      }}
    >
      <Radix.List className="flex gap-4 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-0.5 py-2 font-medium whitespace-nowrap text-ink-faint hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4 outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
