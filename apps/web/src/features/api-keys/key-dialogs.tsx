import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { Button } from "../../shared/ui/button.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { CopyButton } from "../../shared/ui/copy-button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { ApiKey, GeneratedKey } from "./queries.ts";
import { useRevokeKey, useRotateKey } from "./use-api-keys.ts";

/** The only time that a key is seen. */
export function SecretDialog({ generated, onClose }: { readonly generated: GeneratedKey; onClose(): void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`The key “${generated.apiKey.name}”`}
      footer={
        <>
          <CopyButton text={generated.key} what="key" look="button" />
          <Button look="primary" onClick={onClose}>
            I have stored it
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          This is the only time the key is shown. Store it now, where only the program can read it.
        </p>
        <code
          // Selected with one click, also where copying is not allowed.
          className="rounded-md border bg-sunken p-3 font-mono text-xs break-all select-all"
          data-testid="secret"
        >
          {generated.key}
        </code>
        <p className="text-ink-soft">
          Send it as the header <code className="font-mono text-xs">x-api-key</code>.
        </p>
      </div>
    </Dialog>
  );
}

const overlaps = [
  { value: "0", label: "Ends at once" },
  { value: "3600", label: "Works for another hour" },
  { value: "86400", label: "Works for another day" },
  { value: "604800", label: "Works for another week" },
] as const;

interface KeyDialogProps {
  readonly apiKey: ApiKey;
  onClose(): void;
}

export function RotateDialog({ apiKey, onClose, onMade }: KeyDialogProps & { onMade(key: GeneratedKey): void }) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("3600");
  const rotate = useRotateKey();
  const replace = () => rotate.mutate({ id: apiKey.id, overlapInSeconds: Number(overlap) }, { onSuccess: onMade });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Replace “${apiKey.name}”`}
      description="You get a new key that may do the same. The old one can work on for a while, so that nothing stops."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={replace} isBusy={rotate.isPending}>
            Make the new key
          </Button>
        </>
      }
    >
      <Field label="The old key" error={rotate.error ? messageOf(rotate.error) : undefined}>
        {(control) => <Select {...control} value={overlap} options={overlaps} onChange={setOverlap} />}
      </Field>
    </Dialog>
  );
}

export function RevokeDialog({ apiKey, onClose }: KeyDialogProps) {
  const revoke = useRevokeKey();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => {
        revoke.mutate(apiKey);
        onClose();
      }}
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke"
    >
      Every program that uses it is locked out at once. This can't be undone.
    </ConfirmDialog>
  );
}
