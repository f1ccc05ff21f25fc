import { readFile } from "node:fs/promises";

const [reportFile] = process.argv.slice(2);
if (!reportFile) throw new Error("usage: print-test-summary.ts <vitest's JSON report>");

const { passed, failed, skipped } = countTests(await readReport(reportFile));
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);

/** The parts of vitest's JSON report that are counted. */
interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

async function readReport(file: string): Promise<TestReport | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

function countTests(report: TestReport | undefined) {
  if (!report || report.testResults.length === 0) {
    console.error("The test run ended before any test, which counts as one failure.");
    return { passed: 0, failed: 1, skipped: 0 };
  }
  // A file that could not be loaded fails without a failed test in it: it must not vanish from the count.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
