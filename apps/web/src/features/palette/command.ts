import type { LucideIcon } from "lucide-react";

/** Something that can be done, or gone to, by its name. */
export interface Command {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Other words that people look for it by. */
  readonly words: string;
  run(): void;
}
