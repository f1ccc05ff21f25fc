import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { PromptForm } from "../features/prompts/prompt-form.tsx";
import { promptKind, promptQuery } from "../features/prompts/queries.ts";
import { useRemoveRecord, useSaveRecord } from "../shared/records/use-records.ts";
import { Page } from "../shared/ui/page.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { RecordPage } from "./record-page.tsx";

const route = getRouteApi("/shell/prompts/$promptId");

const trail = <TrailLink to="/prompts">Prompts</TrailLink>;

export function PromptPage() {
  const { promptId } = route.useParams();
  const navigate = route.useNavigate();
  if (promptId !== "new") return <KnownPrompt key={promptId} id={promptId} />;
  return (
    <Page title="New prompt" width="narrow" trail={trail}>
      <PromptForm
        prompt={undefined}
        onSaved={({ id }) =>
          void navigate({ to: "/prompts/$promptId", params: { promptId: id }, replace: true, ignoreBlocker: true })
        }
      />
    </Page>
  );
}

function KnownPrompt({ id }: { readonly id: string }) {
  const query = useQuery(promptQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemoveRecord(promptKind);
  const save = useSaveRecord(promptKind);
  return (
    <RecordPage
      title="Prompt"
      trail={trail}
      query={query}
      form={(prompt) => <PromptForm prompt={prompt} />}
      // They are personal: whoever sees them here may write.
      canWrite
      onRemove={(prompt) => {
        remove(prompt);
        void navigate({ to: "/prompts", ignoreBlocker: true });
      }}
      saving={save}
      onRights={({ name, content }, RBAC) => save.mutate({ id, input: { name, content, RBAC } })}
    />
  );
}
