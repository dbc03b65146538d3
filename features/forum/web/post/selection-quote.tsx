import { TextQuote } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';

/** Pixels between a selection and the button. */
const GAP = 8;
const HEIGHT = 40;

/** A selection inside one text that can be quoted. */
interface Place {
  readonly left: number;
  readonly top: number;
  /** The button of that text that quotes what is selected. */
  readonly quote: HTMLElement;
}

/** Where the button stands; null where nothing is selected, or not within one text. */
function placeOfSelection(): Place | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.toString().trim() === '') return null;
  const range = selection.getRangeAt(0);
  const text = closestOf(range.startContainer, '.prose');
  if (!text || text !== closestOf(range.endContainer, '.prose')) return null;
  const quote = text.closest('article')?.querySelector<HTMLElement>('[data-quotes]');
  if (!quote) return null;
  const { left, right, top, bottom } = range.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) return null;
  // A phone has its own menu above.
  const isAbove = top > HEIGHT * 3 && !matchMedia('(pointer: coarse)').matches;
  const beside = isAbove ? top - HEIGHT - GAP : bottom + GAP;
  return { left: (left + right) / 2, top: Math.min(beside, innerHeight - HEIGHT * 3), quote };
}

const closestOf = (node: Node, selector: string): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest(selector) ?? null;

/** "Quote" beside what is selected in a post or reply. It presses the quote button of that text, which reads the selection. */
export function SelectionQuote() {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setPlace(placeOfSelection()));
    };
    look();
    document.addEventListener('selectionchange', look);
    addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', look);
      removeEventListener('scroll', look);
    };
  }, []);
  if (!place) return null;
  return (
    <div
      className="fixed z-(--z-popup) -translate-x-1/2 rounded-control border border-hairline-strong bg-raised"
      style={{ left: `clamp(3.5rem, ${place.left}px, calc(100vw - 3.5rem))`, top: place.top }}
    >
      <Button
        icon={<TextQuote aria-hidden="true" size={15} />}
        onClick={() => place.quote.click()}
        onPointerDown={(event) => event.preventDefault()}
        size="sm"
        variant="ghost"
      >
        Quote
      </Button>
    </div>
  );
}
