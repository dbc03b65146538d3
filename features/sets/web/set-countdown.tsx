import { useEffect, useState } from 'react';
import type { Reply } from '#site/contract/contract.ts';
import { AvatarLink } from '#people/profiles/web/avatar-link.tsx';
import { PersonName } from '#people/profiles/web/person-name.tsx';
import { durationText } from '#platform/web/lib/format.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { FlatLine } from '#platform/web/ui/graphics/flat-line.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';

/** Milliseconds between two questions whether it is open, once its hour has come. */
const ASK_EVERY_MS = 3000;

/** Milliseconds until then; null before the page is hydrated, whose clock is another one. */
function useLeft(until: string): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Date.parse(until) - Date.now()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

/** An album before its hour: what it is called, and how long it takes. @param onDue called from its hour on, until it is open */
export function SetCountdown({ album, onDue }: { album: Reply<'GET /sets/:itemId/countdown'>; onDue: () => void }) {
  const left = useLeft(album.releaseAt);
  const isDue = left === 0;
  useEffect(() => {
    if (!isDue) return undefined;
    onDue();
    const timer = setInterval(onDue, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isDue, onDue]);
  const days = Math.floor((left ?? 0) / 86_400_000);
  return (
    <Page>
      <article
        aria-labelledby="album-title"
        className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-4 rounded-card border border-hairline bg-surface px-4 py-10 text-center"
      >
        <div className="flex items-center gap-3">
          <AvatarLink person={album.author} />
          <PersonName className="text-base leading-6" hasHandle={false} person={album.author} />
        </div>
        <h1 className="heading-widest text-3xl wrap-anywhere" id="album-title" tabIndex={-1}>
          {album.title}
        </h1>
        <FlatLine />
        <p className="min-h-12 font-mono text-4xl tabular-nums" role="timer">
          {isDue
            ? 'Opening…'
            : left !== null &&
              `${days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} ` : ''}${durationText(Math.ceil((left % 86_400_000) / 1000))}`}
        </p>
        <p className="text-soft">
          This album opens <RelativeTime date={album.releaseAt} />
          {album.entryCount > 0 && ` with ${album.entryCount} ${album.entryCount === 1 ? 'entry' : 'entries'}`}. The
          page opens it by itself.
        </p>
      </article>
    </Page>
  );
}
