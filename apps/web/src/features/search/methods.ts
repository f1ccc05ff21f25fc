export type SearchMethod = "hybridSearch" | "cosineDistance" | "tsvector";

interface MethodLook {
  readonly name: SearchMethod;
  readonly label: string;
  /** How it ranks, for people. */
  readonly text: string;
  /** The member of the API's cutoffs. */
  readonly cutoff: "hybrid" | "cosineDistance" | "tsvector";
}

/** The three ways to rank, in the order in which they are shown. */
export const searchMethods: readonly MethodLook[] = [
  { name: "hybridSearch", label: "Both together", text: "Words and meaning, weighed.", cutoff: "hybrid" },
  { name: "cosineDistance", label: "Meaning", text: "Vectors: 0 is the same.", cutoff: "cosineDistance" },
  { name: "tsvector", label: "Words", text: "Full text: more is better.", cutoff: "tsvector" },
];
