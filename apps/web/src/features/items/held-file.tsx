import { useQuery } from "@tanstack/react-query";
import { Download, Paperclip, X } from "lucide-react";
import type { MouseEvent } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { downloadFile, fileAddress, fileFactsQuery, isStoredFile } from "../../shared/files/stored-files.ts";
import { formatBytes } from "../../shared/format/format-values.ts";
import { buttonClass, IconButton } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/toast-store.ts";

interface HeldFileProps {
  readonly value: string;
  onRemove(): void;
}

/** The file that a field holds, with a way to get it and a way to let it go. */
export function HeldFile({ value, onRemove }: HeldFileProps) {
  return (
    <div className="flex items-center gap-2">
      <Paperclip size={14} className="shrink-0 text-ink-faint" aria-hidden="true" />
      {isStoredFile(value) ? <StoredFile reference={value} /> : <Elsewhere address={value} />}
      <IconButton label="Remove the file" onClick={onRemove}>
        <X size={14} />
      </IconButton>
    </div>
  );
}

function StoredFile({ reference }: { readonly reference: string }) {
  const { data: facts, error } = useQuery(fileFactsQuery(reference));
  const name = facts?.name ?? reference;
  const isGone = facts === null || error !== null;
  const onDownload = async (event: MouseEvent) => {
    event.preventDefault();
    try {
      await downloadFile(reference);
    } catch (failure) {
      showToast(`Not downloaded: ${messageOf(failure)}`, { tone: "danger" });
    }
  };
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block text-xs text-ink-faint">
          {facts && `${formatBytes(facts.size)}, ${facts.type}`}
          {isGone && "It is gone, or you may not see it."}
        </span>
      </span>
      {!isGone && (
        <a href={fileAddress(reference)} onClick={onDownload} className={buttonClass("secondary", "small")}>
          <Download size={13} aria-hidden="true" />
          Download<span className="sr-only"> {name}</span>
        </a>
      )}
    </>
  );
}

/** Only an address of the web becomes a link: anything can be written into the field. */
function Elsewhere({ address }: { readonly address: string }) {
  if (!/^https?:\/\//i.test(address)) return <span className="min-w-0 flex-1 truncate">{address}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="min-w-0 flex-1 truncate text-accent-ink hover:underline"
    >
      {address}
    </a>
  );
}
