import { ChevronLeft, ChevronRight } from "lucide-react";
import { counted, formatNumber } from "../format/format-values.ts";
import { IconButton } from "../ui/button.tsx";

export interface PageInfo {
  readonly pageCount: number;
  readonly itemCount: number;
  readonly currentPage: number;
}

export interface PagerProps {
  readonly info: PageInfo;
  readonly noun: string;
  readonly plural?: string;
  onPage(page: number): void;
}

/** A page after the last one is left with its rows: that is not the only one either. */
export function isOnlyPage({ pageCount, currentPage }: PageInfo): boolean {
  return pageCount <= 1 && currentPage <= 1;
}

export function Pager({ info, noun, plural, onPage }: PagerProps) {
  const { pageCount, itemCount, currentPage } = info;
  return (
    <div className="mt-2 flex h-8 items-center justify-between text-xs text-ink-faint">
      <span role="status">{counted(itemCount, noun, plural)}</span>
      {!isOnlyPage(info) && (
        <nav aria-label="Pages" className="flex items-center gap-1">
          <IconButton
            label="Previous page"
            disabled={currentPage <= 1}
            onClick={() => onPage(Math.max(1, Math.min(currentPage - 1, pageCount)))}
          >
            <ChevronLeft size={15} />
          </IconButton>
          <span>
            Page {formatNumber(currentPage)} of {formatNumber(pageCount)}
          </span>
          <IconButton label="Next page" disabled={currentPage >= pageCount} onClick={() => onPage(currentPage + 1)}>
            <ChevronRight size={15} />
          </IconButton>
        </nav>
      )}
    </div>
  );
}
