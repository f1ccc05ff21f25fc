import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Textarea } from "../../shared/ui/input.tsx";

interface ComposerProps {
  readonly agentName: string;
  readonly isAnswering: boolean;
  onSend(prompt: string): void;
  onStop(): void;
}

/** Enter sends, Shift and Enter begins a new line. */
export function Composer({ agentName, isAnswering, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const submit = () => {
    if (text.trim() === "" || isAnswering) return;
    onSend(text.trim());
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        aria-label={`Message to ${agentName}`}
        placeholder={`Ask ${agentName} …`}
        rows={1}
        className="field-sizing-content max-h-48 min-h-8"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {isAnswering ? (
        <Button onClick={onStop}>
          <Square size={13} aria-hidden="true" />
          Stop
        </Button>
      ) : (
        <Button type="submit" look="primary">
          <ArrowUp size={14} aria-hidden="true" />
          Send
        </Button>
      )}
    </form>
  );
}
