import "graphiql/setup-workers/vite";
// Not graphiql/style.css, which carries 300 kB of fonts.
import "@graphiql/react/style.css";
import "@graphiql/plugin-doc-explorer/style.css";
import "@graphiql/plugin-history/style.css";
import "graphiql/graphiql.css";
import "./explorer.css";
import { GraphiQL } from "graphiql";
import { useEffect, useRef, useState } from "react";
import { useTheme } from "../../shared/theme/theme-store.ts";
import { useContexts } from "../../shared/workspace/use-workspace.ts";
import { exampleOperations } from "./example-operations.ts";
import { fetchOperation } from "./fetch-operation.ts";
import { mendTabs } from "./mend-tabs.ts";

/** The API, to try out: with completion, documentation and a history, as whoever is signed in. */
export function Explorer() {
  const { isDark } = useTheme();
  const contexts = useContexts();
  const [tabs] = useState(() => exampleOperations(contexts).map((example) => ({ ...example })));
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current ? mendTabs(frame.current) : undefined), []);
  return (
    <div ref={frame} className="h-full">
      <GraphiQL
        fetcher={fetchOperation}
        defaultTabs={tabs}
        shouldPersistHeaders={false}
        showPersistHeadersSettings={false}
        forcedTheme={isDark ? "dark" : "light"}
        className="explorer"
      >
        <GraphiQL.Logo>
          <span />
        </GraphiQL.Logo>
      </GraphiQL>
    </div>
  );
}
