export type ResponseType = "application/json" | "application/graphql-response+json";

/** What the client accepts of the two media types of GraphQL over HTTP; anything unclear means plain JSON. */
export function negotiate(accept: string | undefined): ResponseType {
  if (accept === undefined || !/graphql-response\+json/i.test(accept)) return "application/json";
  const weights = new Map(accept.split(",").map(parseRange));
  const modern = weights.get("application/graphql-response+json") ?? 0;
  const plain = weights.get("application/json") ?? 0;
  return modern >= plain && modern > 0 ? "application/graphql-response+json" : "application/json";
}

function parseRange(range: string): [string, number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="));
  return [type, quality ? Number(quality.slice(2)) : 1];
}
