/** The schedules that can be chosen by name; others are written as cron expressions. */
export const schedules = [
  { value: "", label: "Only when somebody runs it" },
  { value: "0 * * * *", label: "Every hour" },
  { value: "0 5 * * *", label: "Every day at 05:00 UTC" },
  { value: "0 5 * * 1-5", label: "From Monday to Friday at 05:00 UTC" },
  { value: "0 5 * * 1", label: "Every Monday at 05:00 UTC" },
] as const;

/** In words where there are some. */
export function scheduleText(schedule: string): string {
  return schedules.find(({ value }) => value === schedule)?.label ?? `${schedule} (UTC)`;
}
