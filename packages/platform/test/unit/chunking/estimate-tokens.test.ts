import { readdirSync, readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, test } from "vitest";
import { estimateTokens } from "../../../src/indexing/chunking/estimate-tokens.ts";
import { bundledModel } from "../../../src/models/local/bundled-model.ts";

const root = new URL("../../../../../", import.meta.url);
const tokenizer = new Tokenizer(JSON.parse(readFileSync(bundledModel.tokenizer, "utf8")), {});

/** In the vocabulary of the local model. */
const texts: Readonly<Record<string, string>> = {
  documentation: filesIn("docs/", ".md"),
  code: filesIn("packages/platform/src/storage/", ".ts"),
  German:
    "Die Bundesregierung hat am Mittwoch beschlossen, die Förderung für erneuerbare Energien deutlich zu erhöhen. Wirtschaftsminister und Umweltverbände begrüßten die Entscheidung, während die Industrie vor steigenden Strompreisen warnte.",
  Spanish:
    "El ayuntamiento aprobó anoche el nuevo plan para el centro de la ciudad. Los vecinos podrán consultar los documentos hasta finales de mes. Por favor, reinicie la impresora y compruebe la conexión de red.",
  Finnish:
    "Hallitus päätti lisätä merkittävästi uusiutuvan energian tukea. Käynnistä tulostin uudelleen ja tarkista verkkoyhteys ennen kuin soitat tukeen.",
  Russian:
    "Правительство приняло решение увеличить финансирование возобновляемых источников энергии. Пожалуйста, перезапустите принтер и проверьте подключение к сети.",
  Greek: "Η κυβέρνηση αποφάσισε να αυξήσει σημαντικά τη στήριξη για τις ανανεώσιμες πηγές ενέργειας.",
  Arabic: "قررت الحكومة زيادة الدعم للطاقة المتجددة بشكل كبير. يرجى إعادة تشغيل الطابعة والتحقق من اتصال الشبكة.",
  Chinese: "政府决定大幅提高对可再生能源的补贴。请重新启动打印机并检查网络连接，然后再致电技术支持部门。",
  Japanese: "政府は再生可能エネルギーへの補助金を大幅に増やすことを決定しました。プリンターを再起動してください。",
  Korean:
    "정부는 재생 가능 에너지에 대한 지원을 크게 늘리기로 결정했습니다. 프린터를 다시 시작하고 네트워크 연결을 확인하십시오.",
  numbers: "12 345 6789 1.234,56 2024-11-15 08:30:12 +49 30 1234567 0xdeadbeef 3.14159265 100000",
};

describe("The estimate of tokens", () => {
  test.each(Object.entries(texts))("is within a fifth for %s", (_, text) => {
    const ratio = estimateTokens(text).count(0, text.length) / countTokens(text);

    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.2);
  });

  test("is within a fifth for nearly every part of the length of a chunk", () => {
    const text = texts.documentation ?? "";
    const estimate = estimateTokens(text);
    const ratios: number[] = [];
    for (let start = 0; start + 800 <= text.length; start += 800) {
      ratios.push(estimate.count(start, start + 800) / countTokens(text.slice(start, start + 800)));
    }

    const near = ratios.filter((ratio) => ratio > 0.8 && ratio < 1.2);

    expect(ratios.length).toBeGreaterThan(30);
    expect(near.length / ratios.length).toBeGreaterThan(0.95);
  });

  test("reaches as far as that many tokens go", () => {
    const text = "the cat and the dog and the fish";
    const estimate = estimateTokens(text);

    const { end } = estimate.upTo(0, text.length, 5.2);

    expect(text.slice(0, end)).toBe("the cat and the dog");
    expect(estimate.upTo(0, text.length, 100).end).toBe(text.length);
  });
});

function countTokens(text: string): number {
  return tokenizer.encode(text, { add_special_tokens: false }).ids.length;
}

function filesIn(folder: string, ending: string): string {
  const names = readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(ending),
  );
  return names
    .toSorted()
    .map((name) => readFileSync(new URL(folder + name, root), "utf8"))
    .join("\n")
    .slice(0, 200_000);
}
