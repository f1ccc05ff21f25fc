/** What a command found out or did: for programs with `--json`, for people otherwise. */
export function printResult<Result>(
  { json }: { readonly json?: boolean | undefined },
  result: Result,
  describe: (result: Result) => string,
): void {
  process.stdout.write(`${json ? JSON.stringify(result) : describe(result)}\n`);
}
