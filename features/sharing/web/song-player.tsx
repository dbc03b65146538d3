import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { frameHosts } from '#platform/contract/text-limits.ts';
import { platforms } from '#content/core/contract/shared-kinds.ts';
import type { SharedItem } from '#features/sharing/contract/endpoints.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { parseUrl } from '#platform/web/lib/parse-url.ts';

const hosts = new Set<string>(Object.values(frameHosts));

/** Heights of the platforms' own players, so that nothing moves but what was clicked. */
const heights: Readonly<Record<string, string>> = { youtube: 'aspect-video', spotify: 'h-38', soundcloud: 'h-42' };

/** The platform's own player, in a frame: nothing of it is loaded before the click. Null for addresses that have none. */
export function SongPlayer({ item }: { item: SharedItem }) {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (isOpen) frame.current?.focus();
  }, [isOpen]);
  const source = item.playerUrl === null ? null : parseUrl(item.playerUrl);
  if (source?.protocol !== 'https:' || !hosts.has(source.host)) return null;
  const label = platforms.find(({ key }) => key === item.type)?.label ?? 'Media';
  if (!isOpen) {
    return (
      <Button
        aria-label={`Play on ${label}: “${item.title}”`}
        icon={<Play aria-hidden="true" className="fill-current" size={16} />}
        onClick={() => setIsOpen(true)}
        size="sm"
      >
        Play on {label}
      </Button>
    );
  }
  return (
    // It runs at its own origin, whose scripts and storage it needs: a sandbox with both would keep nothing from it.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      ref={frame}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      className={classes('block w-full basis-full rounded-control border-0', heights[item.type ?? ''] ?? 'h-42')}
      referrerPolicy="strict-origin-when-cross-origin"
      src={source.href}
      title={`${label} player`}
    />
  );
}
