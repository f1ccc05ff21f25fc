import { getDocumentProxy } from "unpdf";
import { longestText } from "./storable-text.ts";

/** The words of a PDF, page by page. Nothing in it is run, and nothing that it points to is fetched. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await open(bytes);
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages && length < longestText; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const words = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
    pages.push(words.trim());
    length += words.length;
    page.cleanup();
  }
  return pages.join("\n\n");
}

async function open(bytes: Uint8Array) {
  try {
    // The library takes over the bytes.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new Error(isLocked ? "The PDF is locked with a password." : `The PDF can't be read: ${reason}`);
  }
}
