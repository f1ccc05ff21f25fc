import { PlatformContext } from "@platform/server";

export const customers = new PlatformContext({
  id: "customers",
  name: "Customers",
  description: "Who uses Ostrel: the contact person, the company, the plan and what support should know about them.",
  fields: [
    { name: "name", type: "string", required: true, index: true, description: "Contact person." },
    {
      name: "email",
      type: "string",
      required: true,
      unique: true,
      description: "Address that the contact person signs in and writes with.",
    },
    { name: "company", type: "string", index: true, description: "Legal or trading name; empty for private persons." },
    {
      name: "plan",
      type: "enum",
      enumValues: ["solo", "team", "business", "enterprise"],
      index: true,
      default: "solo",
      description: "Subscription, which decides on limits and on how quickly support answers.",
    },
    { name: "seats", type: "number", default: 1, description: "How many people may sign in." },
    { name: "active", type: "boolean", default: true, description: "False once the subscription has ended." },
    { name: "since", type: "date", index: true, description: "Day on which the present plan began." },
    { name: "address", type: "json", description: "Postal address: street, postcode, city and country (ISO 3166)." },
    { name: "notes", type: "longtext", description: "What colleagues should know before they answer." },
    { name: "external_id", type: "string", unique: true, description: "Number in the order system, like CUS-1001." },
  ],
  configuration: { titleField: "name" },
});
