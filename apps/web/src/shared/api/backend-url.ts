/** The address of the platform, without a slash at its end. Empty: the one that served this page. */
export const backendUrl = readBackendUrl(document);

function readBackendUrl(page: Document): string {
  const content = page.querySelector<HTMLMetaElement>('meta[name="platform-backend"]')?.content.trim() ?? "";
  return content.replace(/\/+$/, "");
}
