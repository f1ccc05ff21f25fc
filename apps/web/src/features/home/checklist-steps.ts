import type { LinkProps } from "@tanstack/react-router";
import type { SetUpState } from "./queries.ts";

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly link: Pick<LinkProps, "to" | "search">;
}

/** What makes a deployment ready for a team, each step done or not by what is really there. */
export function checklistSteps(state: SetUpState, itemCount: number): readonly Step[] {
  return [
    {
      title: "Set up the first admin",
      text: "You are signed in, so this is done.",
      isDone: true,
      link: { to: "/profile" },
    },
    {
      title: "Put in the first data",
      text: "Create an item in one of the contexts.",
      isDone: itemCount > 0,
      link: { to: "/contexts" },
    },
    {
      title: "Describe who may do what",
      text: "A role gives people permission to read or write each kind of thing.",
      isDone: state.roles > 0,
      link: { to: "/roles" },
    },
    {
      title: "Bring in a colleague",
      text: "Add a user, give them a role, and tell them their first password.",
      isDone: state.users > 1,
      link: { to: "/users", search: { open: "new" } },
    },
    {
      title: "Connect a program",
      text: "Make an API key that may do no more than the program needs.",
      isDone: state.apiKeys > 0,
      link: { to: "/api-keys", search: { open: "new" } },
    },
  ];
}
