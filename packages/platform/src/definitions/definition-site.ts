/** Where the deployer wrote a definition (`file:line`), so that a fault can point at it. */
export function definitionSite(constructed: abstract new (...given: never[]) => unknown): string | undefined {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, constructed);
  const frame = trace.stack?.split("\n")[1]?.match(/(?:\()?(?:file:\/\/)?(\/[^()]+?:\d+):\d+\)?$/);
  return frame?.[1];
}
