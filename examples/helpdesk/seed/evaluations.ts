/** Questions that the help articles answer, with what must be in a good answer and the article it is from. */
const questions = [
  {
    name: "Returns",
    inputs: "Within how many days of delivery may I return hardware?",
    expected_output: "30 days of delivery",
    article: "Returning a device within 30 days",
  },
  {
    name: "E-201",
    inputs: "When does the hub show E-201 for a sensor?",
    expected_output: "After five minutes of silence",
    article: "Error E-201 and E-207: a sensor is lost or its battery is low",
  },
  {
    name: "AUTH-7",
    inputs: "Why is my two-factor code refused with AUTH-7?",
    expected_output: "clock is wrong",
    article: "Two-factor sign-in, lost phones and error AUTH-7",
  },
  {
    name: "Clock changes",
    inputs: "Why does a day have 23 or 25 hours, and is a reading lost or counted twice?",
    expected_output: "stores every reading in UTC",
    article: "Clock changes, time zones and days of 23 or 25 hours",
  },
  {
    name: "Refunds",
    inputs: "How many working days does a refund take until I see it?",
    expected_output: "ten working days",
    article: "Returning a device within 30 days",
  },
  {
    name: "Webhooks",
    inputs: "How do I receive webhooks and check their signature?",
    expected_output: "signature",
    article: "Receiving webhooks",
  },
  {
    name: "Pulse reader",
    inputs: "The pulse reader sees no pulses and shows notice R-08. What can I do?",
    expected_output: "pulse",
    article: "Notice R-08: the pulse reader sees no pulses",
  },
  {
    name: "Prices",
    inputs: "What do the plans cost and which limits do they have?",
    expected_output: "€",
    article: "Plans, prices and their limits",
  },
];

const everyone = { RBAC: { type: "public" } };

export const testCases = questions.map(({ article, ...question }) => ({
  ...question,
  ...everyone,
  expected_tools: ["search_documentation"],
  expected_knowledge_sources: [article],
}));

export const evalSet = {
  name: "Help articles",
  description: "Questions of customers that the help articles answer.",
  ...everyone,
};

/** What `npm run platform -- eval run "Help articles" --config examples/helpdesk/platform.config.ts` runs. */
export const evalRun = {
  name: "Help articles",
  description: "Whether the offline agent finds the right article, quotes the right sentence, and is quick.",
  eval_functions: [
    { id: "contains" },
    { id: "knowledge_sources" },
    { id: "tool_use" },
    { id: "latency", config: { target_in_seconds: 10 } },
  ],
  scoring_method: "average",
  pass_threshold: 80,
  ...everyone,
};
