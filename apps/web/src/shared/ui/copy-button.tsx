import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { showToast } from "./toast-store.ts";

interface CopyButtonProps {
  readonly text: string;
  /** What is copied: «key». */
  readonly what: string;
  readonly look?: "icon" | "button";
}

export function CopyButton({ text, what, look = "icon" }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    setIsCopied(await copyText(text));
  };
  const icon = isCopied ? <Check size={14} className="text-good" /> : <Copy size={14} />;
  const label = isCopied ? "Copied" : `Copy ${what}`;
  if (look === "icon") {
    return (
      <IconButton label={label} onClick={copy}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button onClick={copy}>
      {icon}
      {label}
    </Button>
  );
}

/** False, with a word to the person, when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showToast("This browser does not allow copying here. Select the text instead.", { tone: "danger" });
    return false;
  }
}
