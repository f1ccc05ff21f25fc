import { getToolName, isToolUIPart, type UIMessage, type UIMessageChunk } from "ai";

type Part = UIMessage["parts"][number];
type ToolPart = Extract<Part, { toolCallId: string }>;
type SaidPart = Extract<Part, { type: "text" | "reasoning" }>;

/** Makes a stream again out of a message that is read from time to time while another process keeps it as it grows. */
export class MessageReplay {
  /** Of each part, what was told of it: how much of its text, or the state of its call. */
  readonly #told: { length: number; state: string | undefined; isOver: boolean }[] = [];
  #isInStep = false;

  /** What is new since the last time. */
  chunksOf(parts: readonly Part[]): readonly UIMessageChunk[] {
    return parts.flatMap((part, index) => this.#chunksOfPart(part, index, index < parts.length - 1));
  }

  /** What ends the stream of a message with these parts. */
  lastChunks(parts: readonly Part[]): readonly UIMessageChunk[] {
    const ends = parts.flatMap((part, index) => (isSaid(part) ? this.#endOf(part, index) : []));
    return [...ends, ...this.#endOfStep(), { type: "finish" }];
  }

  #chunksOfPart(part: Part, index: number, isFollowed: boolean): readonly UIMessageChunk[] {
    const isNew = this.#told[index] === undefined;
    this.#told[index] ??= { length: 0, state: undefined, isOver: false };
    if (part.type === "step-start") return isNew ? this.#startOfStep() : [];
    if (isSaid(part)) {
      const grown = this.#growthOf(part, index, isNew);
      return part.state === "done" || isFollowed ? [...grown, ...this.#endOf(part, index)] : grown;
    }
    if (isToolUIPart(part)) return this.#newsOfCall(part, index);
    return isNew ? [part as UIMessageChunk] : [];
  }

  #startOfStep(): readonly UIMessageChunk[] {
    const ended = this.#endOfStep();
    this.#isInStep = true;
    return [...ended, { type: "start-step" }];
  }

  #endOfStep(): readonly UIMessageChunk[] {
    const wasInStep = this.#isInStep;
    this.#isInStep = false;
    return wasInStep ? [{ type: "finish-step" }] : [];
  }

  #growthOf({ type, text }: SaidPart, index: number, isNew: boolean): readonly UIMessageChunk[] {
    const told = this.#told[index];
    const delta = text.slice(told?.length ?? 0);
    if (told) told.length = text.length;
    const id = String(index);
    return [
      ...(isNew ? [{ type: `${type}-start` as const, id }] : []),
      ...(delta === "" ? [] : [{ type: `${type}-delta` as const, id, delta }]),
    ];
  }

  #endOf({ type }: SaidPart, index: number): readonly UIMessageChunk[] {
    const told = this.#told[index];
    if (!told || told.isOver) return [];
    told.isOver = true;
    return [{ type: `${type}-end`, id: String(index) }];
  }

  /** A call that is read late has gone through states that were not seen: they are told, too. */
  #newsOfCall(part: ToolPart, index: number): readonly UIMessageChunk[] {
    const told = this.#told[index];
    if (!told || told.state === part.state || part.state === "input-streaming") return [];
    const { toolCallId, input } = part;
    const isFirst = told.state === undefined;
    told.state = part.state;
    const dynamic = part.type === "dynamic-tool";
    return [
      ...(isFirst
        ? [{ type: "tool-input-available" as const, toolCallId, toolName: getToolName(part), input, dynamic }]
        : []),
      ...stateChunks(part),
    ];
  }
}

function stateChunks(part: ToolPart): readonly UIMessageChunk[] {
  const { toolCallId } = part;
  switch (part.state) {
    case "approval-requested":
      return [{ type: "tool-approval-request", toolCallId, approvalId: part.approval.id }];
    case "approval-responded":
      return [{ type: "tool-approval-response", approvalId: part.approval.id, approved: part.approval.approved }];
    case "output-available":
      return [{ type: "tool-output-available", toolCallId, output: part.output }];
    case "output-error":
      return [{ type: "tool-output-error", toolCallId, errorText: part.errorText }];
    case "output-denied":
      return [{ type: "tool-output-denied", toolCallId }];
    default:
      return [];
  }
}

function isSaid(part: Part): part is SaidPart {
  return part.type === "text" || part.type === "reasoning";
}
