import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { fileFactsQuery } from "../../shared/files/stored-files.ts";
import { uploadFile } from "../../shared/files/upload-file.ts";
import type { ContextField } from "../../shared/workspace/context.ts";
import { endingProblem } from "./ending-problem.ts";

type UploadState =
  | { readonly kind: "idle" }
  | { readonly kind: "sending"; readonly name: string; readonly share: number }
  | { readonly kind: "refused"; readonly problem: string };

interface UploadOptions {
  readonly contextId: string;
  readonly field: ContextField;
  /** With what the field is to hold. */
  onUploaded(reference: string): void;
}

/** One upload at a time; leaving the page stops it. */
export function useUpload({ contextId, field, onUploaded }: UploadOptions) {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState>({ kind: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const problem = endingProblem(file.name, field);
    if (problem) return setState({ kind: "refused", problem });
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (next: UploadState) => {
      if (running.current === controller) setState(next);
    };
    show({ kind: "sending", name: file.name, share: 0 });
    try {
      const { file: reference, ...facts } = await uploadFile(file, {
        context: contextId,
        field: field.name,
        signal: controller.signal,
        onProgress: (share) => show({ kind: "sending", name: file.name, share }),
      });
      client.setQueryData(fileFactsQuery(reference).queryKey, facts);
      show({ kind: "idle" });
      onUploaded(reference);
    } catch (error) {
      show(controller.signal.aborted ? { kind: "idle" } : { kind: "refused", problem: messageOf(error) });
    }
  };
  return { state, send, stop: () => running.current?.abort() };
}
