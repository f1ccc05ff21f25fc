import type { Resource } from "../../definitions/resource.ts";
import type { Call } from "../call.ts";

export function coreResource({ resources }: Pick<Call, "resources">, id: string): Resource {
  const resource = resources.find((each) => each.kind === "core" && each.id === id);
  if (!resource) throw new Error(`There is no core type ${id}.`);
  return resource;
}
