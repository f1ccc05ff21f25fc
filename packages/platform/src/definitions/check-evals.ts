import { builtInEvals, type EvalParameter, evalParameterTypes, type PlatformEval } from "./eval.ts";
import { parameterTypeProblem } from "./eval-config.ts";
import { unknownOptions } from "./unknown-options.ts";

const evalOptions = ["id", "name", "description", "config", "check", "execute"];
const builtIn: ReadonlySet<string> = new Set(builtInEvals);

/** Every fault of every evaluation. */
export function evalFaults(evals: readonly PlatformEval[]): string[] {
  return evals.flatMap((each, index) => {
    const isTwice = evals.findIndex((other) => other.id === each.id) < index;
    const faults = [
      ...(isTwice ? ["there is another evaluation of this id"] : []),
      ...(builtIn.has(each.id) ? ["this is the id of a built-in one"] : []),
      ...faultsOf(each),
    ];
    return faults.map((fault) => `evaluation "${each.id}"${each.site ? ` (${each.site})` : ""}: ${fault}`);
  });
}

function faultsOf(each: PlatformEval): string[] {
  const faults: string[] = [];
  const { options } = each;
  if (typeof each.id !== "string" || !/^[A-Za-z_][A-Za-z0-9_]{4,79}$/.test(each.id)) {
    faults.push("the id must have 5 to 80 letters, digits and underscores, and must not start with a digit");
  }
  for (const name of ["name", "description"] as const) {
    if (typeof each[name] !== "string" || each[name].trim() === "") faults.push(`it needs a ${name}`);
  }
  if (typeof options.execute !== "function") faults.push("it needs a function execute");
  if (options.check !== undefined && typeof options.check !== "function") faults.push("check must be a function");
  faults.push(...unknownOptions("an evaluation", options, evalOptions), ...configFaults(each.config));
  return faults;
}

function configFaults(config: readonly EvalParameter[]): string[] {
  if (!Array.isArray(config)) return ["config must be a list of parameters; it may be empty"];
  return config.flatMap((parameter: EvalParameter, index) => {
    const { name, type, default: value } = parameter;
    const isKnown = evalParameterTypes.includes(type);
    const problem = isKnown && value !== undefined && parameterTypeProblem(parameter, value);
    return [
      ...(typeof name === "string" && name !== "" ? [] : ["a parameter needs a name"]),
      ...(config.findIndex((other) => other.name === name) < index ? [`there are two parameters "${name}"`] : []),
      ...(isKnown ? [] : [`the type of "${name}" must be one of ${evalParameterTypes.join(", ")}`]),
      ...(problem ? [`the default of "${name}" ${problem}`] : []),
    ];
  });
}
