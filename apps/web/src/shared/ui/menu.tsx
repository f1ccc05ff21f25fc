import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: "start" | "end";
}

export function Menu({ trigger, children, align = "end" }: MenuProps) {
  return (
    // Not modal: what is behind it is neither covered nor out of use.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-md border bg-raised p-1 shadow-pop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  "flex w-full items-center gap-2 rounded px-2 py-1 text-left text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:shrink-0";

interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  onSelect(): void;
  readonly isDanger?: boolean;
  readonly disabled?: boolean;
}

export function MenuItem({ icon, children, onSelect, isDanger = false, disabled = false }: MenuItemProps) {
  return (
    <Radix.Item className={classNames(itemClass, isDanger && "text-danger")} onSelect={onSelect} disabled={disabled}>
      {icon}
      {children}
    </Radix.Item>
  );
}

interface MenuChoiceProps {
  readonly isChecked: boolean;
  readonly children: ReactNode;
  onChange(isChecked: boolean): void;
}

/** Stays open, so that several can be chosen. */
export function MenuChoice({ isChecked, children, onChange }: MenuChoiceProps) {
  return (
    <Radix.CheckboxItem
      className={itemClass}
      checked={isChecked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className="size-3.5">
        <Radix.ItemIndicator>
          <Check size={14} aria-hidden="true" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  );
}

interface MenuOptionsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  onChange(value: NoInfer<Value>): void;
}

export function MenuOptions<Value extends string>({ label, value, options, onChange }: MenuOptionsProps<Value>) {
  return (
    <Radix.RadioGroup
      value={value}
      onValueChange={(next) => {
        const option = options.find((each) => each.value === next);
        if (option) onChange(option.value);
      }}
    >
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={itemClass}>
          <span className="size-3.5">
            <Radix.ItemIndicator>
              <Check size={14} aria-hidden="true" />
            </Radix.ItemIndicator>
          </span>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-xs text-ink-faint">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
