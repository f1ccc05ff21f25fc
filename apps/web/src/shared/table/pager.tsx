import { ChevronLeft, ChevronRight } from "lucide-react";
import { counted, formatNumber } from "../format/format-values.ts";
import { IconButton } from "../ui/button.tsx";

export interface PageInfo {
  readonly pageCount: number;
  readonly itemCount: number;
  readonly currentPage: number;
}

interface PagerProps {
  readonly info: PageInfo;
  readonly noun: string;
  readonly plural?: string;
  onPage(page: number): void;
}

export function Pager({ info: { pageCount, itemCount, currentPage }, noun, plural, onPage }: PagerProps) {
  return (
    <div className="mt-2 flex h-8 items-center justify-between text-xs text-ink-faint">
      <span role="status">{counted(itemCount, noun, plural)}</span>
      {pageCount > 1 && (
        <nav aria-label="Pages" className="flex items-center gap-1">
          <IconButton label="Previous page" disabled={currentPage <= 1} onClick={() => onPage(currentPage - 1)}>
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
