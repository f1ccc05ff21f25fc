import type { scriptedProvider } from "@platform/server";

type Step = Extract<Parameters<typeof scriptedProvider>[0]["steps"][number], (...parameters: never) => unknown>;

/** Says what it was asked. */
export const repeatQuestion: Step = ({ prompt }) => {
  const last = prompt.at(-1);
  const [part] = last?.role === "user" ? last.content : [];
  return part?.type === "text" ? part.text : "";
};
