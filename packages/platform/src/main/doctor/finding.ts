/** What one check came to. */
export interface Finding {
  /** What was looked at. */
  readonly check: string;
  /** `skipped`: something else must be put right before it can be looked at. */
  readonly state: "ok" | "warning" | "fault" | "skipped";
  readonly message: string;
  /** What to do about it; of warnings and faults. */
  readonly remedy?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, state: "ok", message };
}

export function warning(check: string, message: string, remedy: string): Finding {
  return { check, state: "warning", message, remedy };
}

export function fault(check: string, message: string, remedy: string): Finding {
  return { check, state: "fault", message, remedy };
}

export function skipped(check: string, reason: string): Finding {
  return { check, state: "skipped", message: `not looked at: ${reason}` };
}

export function describeFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ check, state, message, remedy }) => {
    const line = `${state.padEnd(8)} ${check.padEnd(9)} ${message.replaceAll("\n", `\n${" ".repeat(19)}`)}`;
    return remedy === undefined ? line : `${line}\n${" ".repeat(19)}to do: ${remedy}`;
  });
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const faults = count("fault");
  const warnings = count("warning");
  const verdict = faults + warnings === 0 ? "Nothing is wrong." : `Faults: ${faults}. Warnings: ${warnings}.`;
  return [...lines, "", verdict].join("\n");
}
