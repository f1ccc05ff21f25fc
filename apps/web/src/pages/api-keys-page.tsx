import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { RevokeDialog, RotateDialog, SecretDialog } from "../features/api-keys/key-dialogs.tsx";
import { KeysTable } from "../features/api-keys/keys-table.tsx";
import { NewKeyDialog } from "../features/api-keys/new-key-dialog.tsx";
import type { ApiKey, GeneratedKey } from "../features/api-keys/queries.ts";
import { Button } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";

const route = getRouteApi("/shell/api-keys");

export function ApiKeysPage() {
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const [generated, setGenerated] = useState<GeneratedKey>();
  const [rotated, setRotated] = useState<ApiKey>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const close = () => void navigate({ search: {}, replace: true });
  return (
    <Page
      title="API keys"
      description="With a key, a program acts as a user, and may do no more than that user."
      actions={
        <Button look="primary" onClick={() => void navigate({ search: { open: "new" } })}>
          <Plus size={15} />
          New key
        </Button>
      }
    >
      <KeysTable onRotate={setRotated} onRevoke={setRevoked} />
      {open === "new" && (
        <NewKeyDialog
          onClose={close}
          onMade={(key) => {
            close();
            setGenerated(key);
          }}
        />
      )}
      {rotated && (
        <RotateDialog
          apiKey={rotated}
          onClose={() => setRotated(undefined)}
          onMade={(key) => {
            setRotated(undefined);
            setGenerated(key);
          }}
        />
      )}
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />}
      {generated && <SecretDialog generated={generated} onClose={() => setGenerated(undefined)} />}
    </Page>
  );
}
