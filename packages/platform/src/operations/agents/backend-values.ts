import type { PlatformProvider } from "../../definitions/provider.ts";
import type { SqlValue } from "../../storage/sql.ts";
import type { Call } from "../call.ts";

/** What an agent takes over from its backend, by field; nothing from one that is not known here. */
export function backendValues({ providers }: Pick<Call, "providers">, backend: unknown): readonly [string, SqlValue][] {
  const provider: PlatformProvider | undefined = providers.find((each) => each.id === backend);
  const { options } = provider ?? {};
  const { workflows } = options ?? {};
  const isEnabled = workflows?.enabled ?? false;
  return [
    ["provider", options?.provider ?? null],
    ["modelName", options?.modelName ?? null],
    ["capabilities", options?.capabilities ? JSON.stringify(options.capabilities) : null],
    ["streaming", provider ? true : null],
    ["maxContextLength", options?.maxContextLength ?? null],
    ["workflows", provider ? JSON.stringify({ enabled: isEnabled }) : null],
  ];
}
