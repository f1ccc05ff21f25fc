import { useNavigate } from "@tanstack/react-router";
import { Database, GitCompareArrows, LogOut, Monitor, Moon, Plus, Sun, UserRound } from "lucide-react";
import type { Command } from "../features/palette/command.ts";
import { signOut } from "../shared/session/sign-out.ts";
import { setTheme } from "../shared/theme/theme-store.ts";
import { can } from "../shared/workspace/permissions.ts";
import { useContexts, useMe } from "../shared/workspace/use-workspace.ts";
import { navigationFor } from "./navigation.ts";

/** What can be done from everywhere. */
export function useCommands(): readonly Command[] {
  const navigate = useNavigate();
  const me = useMe();
  const all = useContexts();
  const contexts = can(me, "contexts", "read") ? all : [];

  const pages = navigationFor(me, all).map(({ to, label, icon, words = "" }) =>
    command("Go to", label, { icon, words, run: () => void navigate({ to }) }),
  );
  const newWorkflow = command("Create", "New workflow", {
    icon: Plus,
    words: "add create steps",
    run: () => void navigate({ to: "/workflows/$workflowId", params: { workflowId: "new" } }),
  });
  const lists = contexts.map(({ id, name, description }) =>
    command("Contexts", name, {
      icon: Database,
      words: `${id} ${description}`,
      run: () => void navigate({ to: "/contexts/$contextId", params: { contextId: id } }),
    }),
  );
  const additions = contexts.map(({ id, name }) =>
    command("Create", `New item in ${name}`, {
      icon: Plus,
      words: `add create ${id}`,
      run: () => void navigate({ to: "/contexts/$contextId/new", params: { contextId: id } }),
    }),
  );
  const evaluations = [
    command("Go to", "Compare two runs", {
      icon: GitCompareArrows,
      words: "evaluations difference better worse",
      run: () => void navigate({ to: "/evaluations/compare" }),
    }),
    ...(can(me, "evals", "write")
      ? [
          command("Create", "New evaluation run", {
            icon: Plus,
            words: "add create eval test agent",
            run: () => void navigate({ to: "/evaluations/runs/$runId", params: { runId: "new" } }),
          }),
          command("Create", "New set of test cases", {
            icon: Plus,
            words: "add create eval",
            run: () => void navigate({ to: "/evaluations/sets/$setId", params: { setId: "new" } }),
          }),
        ]
      : []),
  ];
  const toProfile = () => void navigate({ to: "/profile" });
  return [
    ...pages,
    ...lists,
    ...(can(me, "workflows", "write") ? [newWorkflow] : []),
    ...(can(me, "contexts", "write") ? additions : []),
    ...(can(me, "evals", "read") ? evaluations : []),
    command("You", "My profile", { icon: UserRound, words: "password account", run: toProfile }),
    command("You", "Use the light theme", { icon: Sun, words: "appearance", run: () => setTheme("light") }),
    command("You", "Use the dark theme", { icon: Moon, words: "appearance", run: () => setTheme("dark") }),
    command("You", "Use the system's theme", { icon: Monitor, words: "appearance", run: () => setTheme("system") }),
    command("You", "Sign out", { icon: LogOut, words: "log out leave", run: () => void signOut() }),
  ];
}

function command(group: string, label: string, rest: Pick<Command, "icon" | "words" | "run">): Command {
  return { id: `${group} ${label}`, group, label, ...rest };
}
