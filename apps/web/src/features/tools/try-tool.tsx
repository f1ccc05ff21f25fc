import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useShortcut } from "../../shared/keyboard/use-shortcut.ts";
import { shapeOf } from "../../shared/schema-form/field-shape.ts";
import { emptyInputs, readInputs } from "../../shared/schema-form/inputs.ts";
import { InputsEditor } from "../../shared/schema-form/inputs-editor.tsx";
import { Button, buttonClass } from "../../shared/ui/button.tsx";
import { CopyButton } from "../../shared/ui/copy-button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Panel } from "../../shared/ui/page.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { type Tool, type ToolAgent, toolAgentsQuery } from "./queries.ts";
import { toolAsGraphql } from "./tool-as-graphql.ts";
import { TrialResult } from "./trial-result.tsx";
import { useRunTool } from "./use-run-tool.ts";

interface TryToolProps {
  readonly tool: Tool;
  /** The id of the agent whose settings are used. Default: the first that has the tool. */
  readonly agent: string | undefined;
  onAgent(id: string): void;
}

/** Runs a tool as one of its agents would, with a form from its schema. */
export function TryTool(props: TryToolProps) {
  const query = useQuery(toolAgentsQuery(props.tool.id));
  return (
    <QueryView query={query}>
      {([first, ...others]) =>
        first ? (
          <Trying {...props} agents={[first, ...others]} />
        ) : (
          <Panel title="Try it">
            <EmptyState
              title="No agent has this tool yet"
              action={
                <Link to="/agents" className={buttonClass()}>
                  Go to the agents
                </Link>
              }
            >
              A tool runs with the settings of an agent. Give it to one, and try it here.
            </EmptyState>
          </Panel>
        )
      }
    </QueryView>
  );
}

function Trying({
  tool,
  agent,
  onAgent,
  agents,
}: TryToolProps & { readonly agents: readonly [ToolAgent, ...ToolAgent[]] }) {
  const [shape] = useState(() => shapeOf(tool.inputSchema));
  const [inputs, setInputs] = useState(() => emptyInputs(shape));
  const [isTried, setIsTried] = useState(false);
  const run = useRunTool();
  const chosen = agents.find(({ id }) => id === agent) ?? agents[0];
  const { value, problems } = readInputs(shape, inputs);
  const call = { agent: chosen.id, tool: tool.id, inputs: value ?? {} };
  const submit = () => {
    setIsTried(true);
    if (problems.size === 0 && !run.isPending) run.mutate(call);
  };
  useShortcut("enter", submit);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <div>
      <Panel title="Try it">
        <form noValidate onSubmit={onSubmit} className="grid gap-4 p-4">
          <Field label="As the agent" hint="It runs with this agent's settings, and with your rights.">
            {(control) => (
              <Select
                {...control}
                value={chosen.id}
                options={agents.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={onAgent}
              />
            )}
          </Field>
          <InputsEditor
            label="Inputs"
            shape={shape}
            inputs={inputs}
            problems={isTried ? problems : new Map()}
            onChange={setInputs}
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" look="primary" isBusy={run.isPending}>
              <Play size={14} />
              Run
            </Button>
            <CopyButton look="button" what="as GraphQL" text={toolAsGraphql(call)} />
          </div>
        </form>
      </Panel>
      <div aria-live="polite" className="not-empty:mt-6">
        {run.data && <TrialResult trial={run.data} />}
      </div>
    </div>
  );
}
