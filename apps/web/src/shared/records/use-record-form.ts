import { changedMembers } from "./changed-members.ts";
import type { RecordKind } from "./record-kind.ts";
import { useDraft } from "./use-draft.ts";
import { useSaveRecord } from "./use-records.ts";

interface RecordFormOptions<Item, Input, Draft> {
  readonly kind: RecordKind<Item, Input>;
  /** Undefined: a new one. */
  readonly record: Item | undefined;
  /** `before`: the draft in whose place it comes. */
  draftOf(record: Item | undefined, before?: Draft): Draft;
  inputOf(draft: Draft): Input;
  /** Default: whether they are equal in every member. */
  isSame?(one: NoInfer<Draft>, other: NoInfer<Draft>): boolean;
  onSaved?: ((record: Item) => void) | undefined;
}

/** A record while it is edited. Of one that is there only what was changed is sent: others may be changing the rest. */
export function useRecordForm<Item extends { readonly id: string }, Input extends object, Draft extends object>(
  options: RecordFormOptions<Item, Input, Draft>,
) {
  const { kind, record, draftOf, inputOf, onSaved } = options;
  const { draft, began, isChanged, setDraft, settle } = useDraft(record, options);
  const saving = useSaveRecord(kind);
  const changesOf = (known: Item): Input => {
    const stored = inputOf(draftOf(known));
    const required = Object.fromEntries(kind.required.map((name) => [name, stored[name]]));
    // An input is what is required, and any of the others.
    return { ...required, ...changedMembers(inputOf(began), inputOf(draft)) } as Input;
  };
  return {
    isNew: !record,
    draft,
    isChanged,
    isBusy: saving.isPending,
    error: saving.error,
    setDraft,
    change: (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })),
    save: () =>
      saving.mutate(
        { id: record?.id, input: record ? changesOf(record) : inputOf(draft) },
        {
          onSuccess: (saved) => {
            settle(draft);
            onSaved?.(saved);
          },
        },
      ),
  };
}
