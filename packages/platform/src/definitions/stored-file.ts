/** A file that was uploaded, as the deployer's own code sees it. */
export interface StoredFile {
  /** As its owner called it. */
  readonly name: string;
  /** Its media type, as its content says. */
  readonly type: string;
  readonly size: number;
  /** All of its bytes. */
  read(): Promise<Uint8Array>;
}

const form = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([a-z0-9]{1,10})$/i;

/** What a file field holds of an uploaded file: its id, and an ending that says what it is. */
export function fileReference(id: string, ending: string): string {
  return `${id}.${ending}`;
}

/** The id in such a text; undefined for any other text, like the address of a file elsewhere. */
export function idInReference(reference: string): string | undefined {
  return form.exec(reference)?.[1]?.toLowerCase();
}
