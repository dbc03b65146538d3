import { useEffect, useEffectEvent, useRef } from 'react';
import { useMarkRead } from '#features/forum/web/actions.ts';

/** The end of a thread, one for each end: seeing it remembers that the thread was read up to now. */
export function ReadMark({ postId }: { postId: string }) {
  const mark = useRef<HTMLDivElement>(null);
  const read = useEffectEvent(useMarkRead(postId));
  useEffect(() => {
    if (!mark.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      timer = setTimeout(() => read(), 500);
    });
    observer.observe(mark.current);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return <div aria-hidden="true" className="h-px" ref={mark} />;
}
