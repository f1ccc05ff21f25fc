import { type PseudoRandom, pseudoRandom } from "../src/pseudo-random.ts";

/** A made-up text about one of many topics, with frequent and rare words as in real ones. */
export interface Passage {
  readonly title: string;
  readonly text: string;
  /** One of a hundred. */
  readonly category: string;
}

const seed = 20_261_115;
const topics = 200;
const vocabulary = 20_000;
const wordsPerPassage = 90;

export function makePassages(count: number): readonly Passage[] {
  const random = pseudoRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const topic = Math.floor(random() * topics);
    const words = Array.from({ length: wordsPerPassage }, () => word(random, topic));
    const title = Array.from({ length: 5 }, () => word(random, topic)).join(" ");
    return { title, text: words.join(" "), category: `c${index % 100}` };
  });
}

/** What somebody might search for: some words of a topic, and one or two that are everywhere. */
export function makeQueries(count: number): readonly string[] {
  const random = pseudoRandom(seed + 1);
  return Array.from({ length: count }, () => {
    const topic = Math.floor(random() * topics);
    const length = 4 + Math.floor(random() * 6);
    return Array.from({ length }, () => word(random, topic)).join(" ");
  });
}

/** Two in five words belong to the topic; the others are drawn so that the n-th is about as frequent as 1/n. */
function word(random: PseudoRandom, topic: number): string {
  if (random() < 0.4) return spelled(vocabulary + topic * 80 + Math.floor(random() * random() * 80));
  return spelled(Math.floor(vocabulary ** random()) - 1);
}

const syllables = ["ba", "de", "fi", "go", "lu", "ma", "ne", "pi", "ro", "su", "ta", "ve", "wi", "xo", "zu", "ka"];

function spelled(number: number): string {
  let rest = number + 4096;
  let text = "";
  while (rest > 0) {
    text += syllables[rest % 16];
    rest = Math.floor(rest / 16);
  }
  return text;
}
