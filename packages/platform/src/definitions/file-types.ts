/** What is known of a kind of files. */
export interface FileType {
  /** Its media type. */
  readonly type: string;
  /** How names of such files end; the first is the usual one. */
  readonly endings: readonly string[];
  /** How its content begins, or `text` for anything that can be read. */
  readonly content: "text" | "zip" | readonly Signature[];
  /** Whether a browser may show it inside a page's origin: nothing in it can run. */
  readonly isInert: boolean;
}

export interface Signature {
  readonly at: number;
  readonly bytes: Uint8Array;
}

const bytes = (text: string, at = 0): Signature => ({ at, bytes: Buffer.from(text, "latin1") });

function text(type: string, ...endings: readonly string[]): FileType {
  return { type, endings, content: "text", isInert: false };
}

function zip(type: string, ending: string): FileType {
  return { type, endings: [ending], content: "zip", isInert: false };
}

function binary(type: string, endings: readonly string[], ...content: readonly Signature[]): FileType {
  return { type, endings, content, isInert: /^(image|audio|video)\//.test(type) };
}

const office = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";

/** Every kind of files that is told from its content. A new kind is a new row. */
export const fileTypes: readonly FileType[] = [
  binary("application/pdf", ["pdf"], bytes("%PDF-")),
  binary("image/png", ["png"], bytes("\x89PNG\r\n\x1a\n")),
  binary("image/jpeg", ["jpg", "jpeg"], bytes("\xff\xd8\xff")),
  binary("image/gif", ["gif"], bytes("GIF87a")),
  binary("image/gif", ["gif"], bytes("GIF89a")),
  binary("image/webp", ["webp"], bytes("RIFF"), bytes("WEBP", 8)),
  binary("image/tiff", ["tif", "tiff"], bytes("II*\0")),
  binary("image/tiff", ["tif", "tiff"], bytes("MM\0*")),
  binary("audio/wav", ["wav"], bytes("RIFF"), bytes("WAVE", 8)),
  binary("audio/mpeg", ["mp3"], bytes("ID3")),
  binary("video/mp4", ["mp4", "m4a", "m4v", "mov"], bytes("ftyp", 4)),
  binary("video/webm", ["webm", "mkv"], bytes("\x1aE\xdf\xa3")),
  binary("application/gzip", ["gz", "tgz"], bytes("\x1f\x8b")),
  binary("application/x-7z-compressed", ["7z"], bytes("7z\xbc\xaf\x27\x1c")),
  binary("application/x-ole-storage", ["doc", "xls", "ppt", "msg"], bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")),
  zip("application/zip", "zip"),
  zip(`${office}.wordprocessingml.document`, "docx"),
  zip(`${office}.spreadsheetml.sheet`, "xlsx"),
  zip(`${office}.presentationml.presentation`, "pptx"),
  zip(`${openDocument}.text`, "odt"),
  zip(`${openDocument}.spreadsheet`, "ods"),
  zip("application/epub+zip", "epub"),
  text("text/plain", "txt", "log"),
  text("text/html", "html", "htm", "xhtml"),
  text("image/svg+xml", "svg"),
  text("application/xml", "xml"),
  text("text/markdown", "md", "markdown"),
  text("text/csv", "csv"),
  text("application/json", "json"),
  text("application/yaml", "yaml", "yml"),
  text("message/rfc822", "eml"),
];

/** What can't be told any better. */
export const unknownFileType: FileType = {
  type: "application/octet-stream",
  endings: ["bin"],
  content: [],
  isInert: false,
};

/** The kind of files whose names end like this. */
export function fileTypeOfEnding(ending: string): FileType | undefined {
  return fileTypes.find(({ endings }) => endings.includes(ending.toLowerCase()));
}

/** Whether a field takes files of this kind: any of its endings will do. */
export function isAllowedType({ endings }: FileType, allowed: readonly string[] | undefined): boolean {
  return !allowed || allowed.some((each) => endings.includes(each.toLowerCase().replace(/^\./, "")));
}
