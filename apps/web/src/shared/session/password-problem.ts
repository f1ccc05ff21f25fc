/** The platform's own rule, so that nobody has to wait for its answer. */
export const shortestPassword = 10;

export function passwordProblem(password: string): string | undefined {
  return password.length < shortestPassword ? `Use at least ${shortestPassword} characters.` : undefined;
}
