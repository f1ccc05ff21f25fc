import { RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { formatNumber } from "../../shared/format/format-values.ts";
import { IconButton } from "../../shared/ui/button.tsx";
import { type SearchSettings, sliders } from "./search-settings.ts";

interface SearchControlsProps {
  readonly settings: SearchSettings;
  onChange(settings: SearchSettings): void;
}

/** Neighbours and cutoffs. What is not moved is up to the context. */
export function SearchControls({ settings, onChange }: SearchControlsProps) {
  const set = (name: keyof SearchSettings, value: number | undefined) => {
    const { [name]: _old, ...rest } = settings;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
      {sliders.map((slider) => (
        <SliderField
          key={slider.name}
          {...slider}
          value={settings[slider.name]}
          onChange={(value) => set(slider.name, value)}
        />
      ))}
    </div>
  );
}

type Slider = (typeof sliders)[number];

interface SliderFieldProps extends Slider {
  readonly value: number | undefined;
  onChange(value: number | undefined): void;
}

function SliderField({ label, hint, max, step, value, onChange }: SliderFieldProps) {
  const id = useId();
  // While it is dragged only the number moves; the search waits until it is let go.
  const [dragged, setDragged] = useState<number>();
  const shown = dragged ?? value;
  const settle = () => {
    if (dragged !== undefined && dragged !== value) onChange(dragged);
    setDragged(undefined);
  };
  return (
    <div className="grid gap-0.5">
      <div className="flex h-7 items-center justify-between gap-2">
        <label htmlFor={id} className="text-xs font-medium">
          {label}
        </label>
        <span className="flex items-center text-xs text-ink-soft tabular-nums">
          {shown === undefined ? "default" : formatNumber(shown)}
          {value !== undefined && (
            <IconButton label={`Use the default for ${label}`} onClick={() => onChange(undefined)}>
              <RotateCcw size={12} />
            </IconButton>
          )}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={max}
        step={step}
        value={shown ?? 0}
        aria-valuetext={shown === undefined ? "default" : formatNumber(shown)}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setDragged(event.target.valueAsNumber)}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
        className="slider h-5 w-full"
      />
      <p id={`${id}-hint`} className="text-xs text-ink-faint">
        {hint}
      </p>
    </div>
  );
}
