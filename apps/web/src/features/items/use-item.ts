import { useQuery } from "@tanstack/react-query";
import type { Context } from "../../shared/workspace/context.ts";
import { itemQuery } from "./queries.ts";

export function useItem(context: Context, id: string) {
  return useQuery(itemQuery(context, id));
}
