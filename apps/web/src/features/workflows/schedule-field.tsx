import { useState } from "react";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { schedules } from "./schedule.ts";

interface ScheduleFieldProps {
  readonly schedule: string;
  readonly error: string | undefined;
  onChange(schedule: string): void;
}

const other = "other";

/** When a workflow runs by itself. */
export function ScheduleField({ schedule, error, onChange }: ScheduleFieldProps) {
  const named = schedules.find(({ value }) => value === schedule);
  const [wantsOther, setWantsOther] = useState(false);
  const isOther = wantsOther || named === undefined;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="When it runs"
        hint="By itself, it runs with the rights of its owner, and can't ask for values."
        error={isOther ? undefined : error}
      >
        {(control) => (
          <Select
            {...control}
            value={isOther ? other : named.value}
            options={[...schedules, { value: other, label: "At other times" }]}
            onChange={(value) => {
              setWantsOther(value === other);
              if (value !== other) onChange(value);
            }}
          />
        )}
      </Field>
      {isOther && (
        <Field
          label="Times"
          hint="A cron expression in UTC: minute, hour, day, month, day of the week. “30 6 * * 1” is Mondays at 06:30."
          error={error}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={schedule}
              onChange={({ target }) => {
                setWantsOther(true);
                onChange(target.value);
              }}
            />
          )}
        </Field>
      )}
    </div>
  );
}
