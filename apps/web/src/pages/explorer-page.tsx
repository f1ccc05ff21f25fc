import { useEffect } from "react";
import { Explorer } from "../features/explorer/explorer.tsx";

export function ExplorerPage() {
  useEffect(() => {
    document.title = "Explorer · Platform";
  }, []);
  return (
    <div className="h-full">
      <h1 className="sr-only">Explorer</h1>
      <Explorer />
    </div>
  );
}
