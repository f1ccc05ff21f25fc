import type { UseQueryResult } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { RightsEditor } from "../features/rights/rights-editor.tsx";
import { Button } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";
import type { Rights } from "../shared/workspace/rights.ts";

interface RecordPageProps<Item> {
  /** Until its name is known. */
  readonly title: string;
  readonly trail: ReactNode;
  readonly query: UseQueryResult<Item>;
  /** Beside the button that deletes it. */
  readonly actions?: ReactNode;
  readonly form: (item: Item) => ReactNode;
  onRemove(item: Item): void;
  /** Whether the caller could change it at all. */
  readonly canWrite: boolean;
  /** How the change of its rights stands. */
  readonly saving: { readonly isPending: boolean; readonly error: Error | null };
  onRights(item: Item, rights: Rights): void;
}

/** One thing that has a name and rights: its form, who may use it, and a way to delete it. */
export function RecordPage<Item extends { readonly name: string; readonly RBAC: Rights }>(
  props: RecordPageProps<Item>,
) {
  const { query, form, saving, canWrite } = props;
  const item = query.data;
  const actions = item && (
    <>
      {props.actions}
      {canWrite && (
        <Button look="danger" onClick={() => props.onRemove(item)}>
          <Trash2 size={14} />
          Delete
        </Button>
      )}
    </>
  );
  return (
    <Page title={item?.name ?? props.title} width="narrow" trail={props.trail} actions={actions}>
      <QueryView query={query}>
        {(known) => (
          <div className="grid gap-8">
            {form(known)}
            <section className="grid gap-3">
              <h2 className="font-semibold">Who may use it</h2>
              <RightsEditor
                key={JSON.stringify(known.RBAC)}
                rights={known.RBAC}
                canWrite={canWrite}
                isBusy={saving.isPending}
                error={saving.error}
                onSave={(rights) => props.onRights(known, rights)}
              />
            </section>
          </div>
        )}
      </QueryView>
    </Page>
  );
}
