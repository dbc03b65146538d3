import { type RefObject, useEffect, useState } from 'react';

/** Width of an element in whole pixels; null on the server, while hydrating and before it is measured. */
export function useWidth(element: RefObject<Element | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width) || null));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
