import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { classNames } from "./class-names.ts";
import { inputClass } from "./input.tsx";
import { useIsLocked } from "./lockable.tsx";

interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

interface SelectProps<Value extends string> {
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  onChange(value: NoInfer<Value>): void;
  readonly id?: string;
  /** Where there is no visible label. */
  readonly label?: string;
  /** Default: all there is. */
  readonly width?: string;
  readonly disabled?: boolean;
  readonly size?: "small" | "medium";
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: true | undefined;
  readonly "aria-required"?: true | undefined;
}

/** Radix keeps the empty text for «nothing chosen», which here is a choice like any other. */
const toRadix = (value: string) => `v:${value}`;

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange, id, label, width = "w-full", disabled = false, size = "medium" } = props;
  const isLocked = useIsLocked();
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root
      value={toRadix(value)}
      onValueChange={(next) => {
        const option = options.find((each) => toRadix(each.value) === next);
        if (option) onChange(option.value);
      }}
      disabled={disabled || isLocked}
    >
      <Radix.Trigger
        id={id}
        aria-label={label}
        aria-describedby={props["aria-describedby"]}
        aria-invalid={props["aria-invalid"]}
        aria-required={props["aria-required"]}
        className={classNames(
          inputClass,
          size === "small" ? "h-7 text-xs" : "h-8",
          "inline-flex items-center justify-between gap-2 text-left",
          width,
        )}
      >
        <span className="truncate">{chosen?.label ?? value}</span>
        <ChevronDown size={14} className="shrink-0 text-ink-faint" aria-hidden="true" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border bg-raised shadow-pop"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={toRadix(option.value)}
                className="flex items-start gap-2 rounded px-2 py-1 text-sm outline-none data-highlighted:bg-hover"
              >
                <span className="mt-0.75 size-3.5 shrink-0">
                  <Radix.ItemIndicator>
                    <Check size={14} aria-hidden="true" />
                  </Radix.ItemIndicator>
                </span>
                <span>
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.hint && <span className="block text-xs text-ink-faint">{option.hint}</span>}
                </span>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
