import { formatNumber } from "../../shared/format/format-values.ts";
import type { Bar } from "./count-by-time.ts";

interface Series {
  readonly label: string;
  /** A class that fills, for the bars, and one for its dot in the legend. */
  readonly fill: string;
  readonly dot: string;
}

interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly series: readonly Series[];
  /** What a bar is called: its hour, or its day. */
  nameOf(from: number): string;
  /** What is counted, when it is not all there is. */
  readonly note?: string | undefined;
}

const width = 320;
const height = 84;
const gap = 2;

/** Stacked bars, drawn without a library: the first page stays small. People who can't see them get a table. */
export function BarChart({ title, bars, series, nameOf, note }: BarChartProps) {
  const totals = bars.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
  const most = Math.max(1, ...totals);
  const step = width / bars.length;
  return (
    <figure className="px-4 py-3">
      <figcaption className="mb-2 flex flex-wrap items-center justify-between gap-2 text-xs text-ink-faint">
        <span className="flex gap-3">
          {series.map(({ label, dot }) => (
            <span key={label} className="flex items-center gap-1">
              <span aria-hidden="true" className={`size-2 rounded-full ${dot}`} />
              {label}
            </span>
          ))}
        </span>
        <span>
          {note && <>{note} · </>}at most {formatNumber(Math.max(...totals))}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        preserveAspectRatio="none"
        className="block h-21 w-full"
      >
        {bars.map((bar, index) => (
          <StackedBar
            key={bar.from}
            bar={bar}
            series={series}
            x={index * step + gap / 2}
            barWidth={step - gap}
            perCount={(height - 1) / most}
            title={`${nameOf(bar.from)}: ${formatNumber(totals[index] ?? 0)}`}
          />
        ))}
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="stroke-line-strong" strokeWidth="1" />
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-faint">
        <span>{nameOf(bars[0]?.from ?? 0)}</span>
        <span>{nameOf(bars.at(-1)?.from ?? 0)}</span>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars
            .filter(({ counts }) => counts.some((count) => count > 0))
            .map(({ from, counts }) => (
              <tr key={from}>
                <th scope="row">{nameOf(from)}</th>
                {series.map(({ label }, index) => (
                  <td key={label}>{counts[index]}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}

interface StackedBarProps {
  readonly bar: Bar;
  readonly series: readonly Series[];
  readonly x: number;
  readonly barWidth: number;
  readonly perCount: number;
  readonly title: string;
}

function StackedBar({ bar, series, x, barWidth, perCount, title }: StackedBarProps) {
  let top = height - 1;
  return (
    <g>
      <title>{title}</title>
      <rect x={x} y={0} width={barWidth} height={height} className="fill-transparent" />
      {series.map(({ label, fill }, index) => {
        const size = (bar.counts[index] ?? 0) * perCount;
        top -= size;
        return size > 0 && <rect key={label} x={x} y={top} width={barWidth} height={size} className={fill} />;
      })}
    </g>
  );
}
