import { getRouteApi } from "@tanstack/react-router";
import { RecordHistory } from "../features/audit/recent-activity.tsx";
import { ItemChunks } from "../features/chunks/item-chunks.tsx";
import { type Item, titleOf } from "../features/items/item.ts";
import { ItemActions } from "../features/items/item-actions.tsx";
import { ItemForm } from "../features/items/item-form.tsx";
import { ItemJson } from "../features/items/item-json.tsx";
import type { ItemTab } from "../features/items/item-search.ts";
import { useItem } from "../features/items/use-item.ts";
import { useUpdateItem } from "../features/items/use-item-changes.ts";
import { RightsEditor } from "../features/rights/rights-editor.tsx";
import { ProcessItemButton } from "../features/sources/process-item-button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";
import { Tabs } from "../shared/ui/tabs.tsx";
import { Time } from "../shared/ui/time.tsx";
import { showToast } from "../shared/ui/toast-store.ts";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import type { Context } from "../shared/workspace/context.ts";
import type { Rights } from "../shared/workspace/rights.ts";
import { useCan, useContext } from "../shared/workspace/use-workspace.ts";
import { UnknownContext } from "./unknown-context.tsx";

const route = getRouteApi("/shell/contexts/$contextId/items/$itemId");

export function ItemPage() {
  const { contextId } = route.useParams();
  const context = useContext(contextId);
  return context ? <LoadedItem context={context} /> : <UnknownContext id={contextId} />;
}

function LoadedItem({ context }: { readonly context: Context }) {
  const { itemId } = route.useParams();
  const query = useItem(context, itemId);
  const canWrite = useCan("contexts", "write");
  const item = query.data;
  return (
    <Page
      title={item ? titleOf(context, item) : "Item"}
      description={item && <Moments item={item} />}
      trail={
        <TrailLink to="/contexts/$contextId" params={{ contextId: context.id }}>
          {context.name}
        </TrailLink>
      }
      actions={
        item && (
          <>
            {canWrite && <ProcessItemButton context={context} itemId={item.id} />}
            <ItemActions context={context} item={item} canWrite={canWrite} />
          </>
        )
      }
    >
      <QueryView query={query}>
        {(loaded) => <ItemTabs key={loaded.id} context={context} item={loaded} canWrite={canWrite} />}
      </QueryView>
    </Page>
  );
}

function Moments({ item }: { readonly item: Item }) {
  return (
    <span className="text-xs text-ink-faint">
      Created <Time value={String(item.createdAt)} /> · changed <Time value={String(item.updatedAt)} />
    </span>
  );
}

interface ItemTabsProps {
  readonly context: Context;
  readonly item: Item;
  readonly canWrite: boolean;
}

function ItemTabs({ context, item, canWrite }: ItemTabsProps) {
  const { tab = "fields" } = route.useSearch();
  const navigate = route.useNavigate();
  const canSeeHistory = useCan("users", "read");
  const show = (next: ItemTab) => void navigate({ search: next === "fields" ? {} : { tab: next }, replace: true });
  const tabs = [
    {
      value: "fields" as const,
      label: "Fields",
      content: <ItemForm context={context} item={item} canWrite={canWrite} />,
    },
    {
      value: "json" as const,
      label: "JSON",
      content: <ItemJson context={context} item={item} canWrite={canWrite} />,
    },
    ...(context.search
      ? [
          {
            value: "chunks" as const,
            label: "Chunks",
            content: <ItemChunks context={context} itemId={item.id} canWrite={canWrite} />,
          },
        ]
      : []),
    ...(context.rbac
      ? [
          {
            value: "rights" as const,
            label: "Rights",
            content: <ItemRights context={context} item={item} canWrite={canWrite} />,
          },
        ]
      : []),
    ...(canSeeHistory
      ? [
          {
            value: "history" as const,
            label: "History",
            content: <RecordHistory resource={context.id} recordId={item.id} />,
          },
        ]
      : []),
  ];
  return <Tabs value={tab} onChange={show} tabs={tabs} />;
}

function ItemRights({ context, item, canWrite }: ItemTabsProps) {
  const update = useUpdateItem(context);
  const rights = item.RBAC as Rights;
  return (
    <RightsEditor
      key={JSON.stringify(rights)}
      rights={rights}
      canWrite={canWrite}
      isBusy={update.isPending}
      error={update.error}
      onSave={(next) =>
        update.mutate(
          { item, changes: { RBAC: next } },
          { onSuccess: () => showToast("The rights are saved", { tone: "good" }) },
        )
      }
    />
  );
}
