/** A text as it is, line by line. */
export function CodeBlock({ text, tone }: { readonly text: string; readonly tone?: "danger" }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className={`max-h-96 overflow-auto px-4 py-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap ${tone === "danger" ? "text-danger" : ""}`}
    >
      {text}
    </pre>
  );
}

/** A text as it is, and anything else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
