import type { LinkProps } from "@tanstack/react-router";
import {
  Bot,
  Database,
  FlaskConical,
  FolderKanban,
  House,
  KeyRound,
  ListTodo,
  type LucideIcon,
  MessageSquareText,
  Route,
  ScrollText,
  Search,
  ShieldCheck,
  SquareTerminal,
  Users,
  Variable,
  Workflow,
  Wrench,
} from "lucide-react";
import type { Context } from "../shared/workspace/context.ts";
import { can, type Me } from "../shared/workspace/permissions.ts";

export interface NavigationRow {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly section: NavigationSection;
  /** Whether it is of use to somebody with these permissions, on this deployment. Default: to everyone. */
  isFor?(me: Me, contexts: readonly Context[]): boolean;
  /** Other words that people look for it by. */
  readonly words?: string;
}

export const navigationSections = ["Workspace", "Library", "People and access", "Developers"] as const;
type NavigationSection = (typeof navigationSections)[number];

/** One row per page that can be gone to from everywhere: in the sidebar, and in the command palette. */
const navigation: readonly NavigationRow[] = [
  { to: "/", label: "Home", icon: House, section: "Workspace", words: "start overview activity" },
  {
    to: "/contexts",
    label: "Contexts",
    icon: Database,
    section: "Workspace",
    isFor: (me) => can(me, "contexts", "read"),
    words: "data items schema fields",
  },
  {
    to: "/search",
    label: "Search",
    icon: Search,
    section: "Workspace",
    isFor: (me, contexts) => can(me, "contexts", "read") && contexts.some(({ search }) => search !== null),
    words: "find chunks passages vectors full text hybrid",
  },
  {
    to: "/agents",
    label: "Agents",
    icon: Bot,
    section: "Workspace",
    isFor: (me) => can(me, "agents", "read"),
    words: "chat ask assistant conversation",
  },
  {
    to: "/tools",
    label: "Tools",
    icon: Wrench,
    section: "Workspace",
    isFor: (me) => can(me, "agents", "read"),
    words: "functions try run schema",
  },
  {
    to: "/workflows",
    label: "Workflows",
    icon: Route,
    section: "Workspace",
    isFor: (me) => can(me, "workflows", "read"),
    words: "steps run history schedule automation",
  },
  {
    to: "/evaluations",
    label: "Evaluations",
    icon: FlaskConical,
    section: "Workspace",
    isFor: (me) => can(me, "evals", "read"),
    words: "evals test cases sets runs scores compare quality",
  },
  {
    to: "/queues",
    label: "Queues and jobs",
    icon: ListTodo,
    section: "Workspace",
    isFor: (me) => can(me, "queues", "read"),
    words: "background work pause retry failed schedules",
  },
  {
    to: "/sources",
    label: "Sources",
    icon: Workflow,
    section: "Workspace",
    isFor: (me, contexts) =>
      can(me, "contexts", "read") && contexts.some(({ sources, processors }) => sources.length + processors.length > 0),
    words: "import sync processors run now schedule history",
  },
  {
    to: "/prompts",
    label: "Prompts",
    icon: MessageSquareText,
    section: "Library",
    isFor: (me) => can(me, "agents", "read"),
    words: "library favourites templates",
  },
  {
    to: "/projects",
    label: "Projects",
    icon: FolderKanban,
    section: "Library",
    isFor: (me) => can(me, "agents", "read"),
    words: "instructions",
  },
  {
    to: "/users",
    label: "Users",
    icon: Users,
    section: "People and access",
    isFor: (me) => can(me, "users", "read"),
    words: "people members accounts invite",
  },
  {
    to: "/roles",
    label: "Roles",
    icon: ShieldCheck,
    section: "People and access",
    isFor: (me) => can(me, "users", "read"),
    words: "permissions rights access",
  },
  {
    to: "/audit-log",
    label: "Audit log",
    icon: ScrollText,
    section: "People and access",
    isFor: (me) => can(me, "users", "read"),
    words: "history changes activity",
  },
  {
    to: "/api-keys",
    label: "API keys",
    icon: KeyRound,
    section: "Developers",
    words: "tokens secrets programs",
  },
  {
    to: "/variables",
    label: "Variables",
    icon: Variable,
    section: "Developers",
    isFor: (me) => can(me, "variables", "read"),
    words: "secrets configuration settings",
  },
  {
    to: "/explorer",
    label: "Explorer",
    icon: SquareTerminal,
    section: "Developers",
    words: "graphql graphiql playground query api",
  },
];

export function navigationFor(me: Me, contexts: readonly Context[]): readonly NavigationRow[] {
  return navigation.filter((row) => row.isFor?.(me, contexts) ?? true);
}
