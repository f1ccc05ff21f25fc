import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { PromptForm } from "../features/prompts/prompt-form.tsx";
import { type Prompt, promptQuery } from "../features/prompts/queries.ts";
import { useRemovePrompt, useSavePrompt } from "../features/prompts/use-prompts.ts";
import { RightsEditor } from "../features/rights/rights-editor.tsx";
import { Button } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";

const route = getRouteApi("/shell/prompts/$promptId");

const trail = (
  <Link to="/prompts" className="hover:text-ink">
    Prompts
  </Link>
);

export function PromptPage() {
  const { promptId } = route.useParams();
  const navigate = route.useNavigate();
  if (promptId !== "new") return <KnownPrompt key={promptId} id={promptId} />;
  return (
    <Page title="New prompt" width="narrow" trail={trail}>
      <PromptForm
        prompt={undefined}
        onSaved={({ id }) => void navigate({ to: "/prompts/$promptId", params: { promptId: id }, replace: true })}
      />
    </Page>
  );
}

function KnownPrompt({ id }: { readonly id: string }) {
  const query = useQuery(promptQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemovePrompt();
  const onRemove = async (prompt: Prompt) => {
    remove(prompt);
    await navigate({ to: "/prompts" });
  };
  return (
    <Page
      title={query.data?.name ?? "Prompt"}
      width="narrow"
      trail={trail}
      actions={
        query.data && (
          <Button look="danger" onClick={() => query.data && void onRemove(query.data)}>
            <Trash2 size={14} />
            Delete
          </Button>
        )
      }
    >
      <QueryView query={query}>
        {(prompt) => (
          <div className="grid gap-8">
            <PromptForm prompt={prompt} onSaved={() => undefined} />
            <PromptRights prompt={prompt} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function PromptRights({ prompt }: { readonly prompt: Prompt }) {
  const save = useSavePrompt();
  const { id, name, content, RBAC } = prompt;
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">Who may use it</h2>
      <RightsEditor
        key={JSON.stringify(RBAC)}
        rights={RBAC}
        canWrite
        isBusy={save.isPending}
        error={save.error}
        onSave={(rights) => save.mutate({ id, input: { name, content, RBAC: rights } })}
      />
    </section>
  );
}
