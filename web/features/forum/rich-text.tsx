import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, memo, type MouseEvent } from 'react';
import { classes } from '#web/ui/classes.ts';

/** Players that the server makes frames for; the page's policy allows no other. */
const frameHosts = new Set(['www.youtube-nocookie.com', 'player.vimeo.com', 'open.spotify.com', 'w.soundcloud.com']);
const videoHosts = new Set(['www.youtube-nocookie.com', 'player.vimeo.com']);

/** A player before it is loaded: what it is, and its address. */
const frameLook = [
  '[&_.player-frame]:grid [&_.player-frame]:max-w-measure [&_.player-frame]:cursor-pointer [&_.player-frame]:gap-1',
  '[&_.player-frame]:rounded-control [&_.player-frame]:border [&_.player-frame]:border-hairline-strong',
  '[&_.player-frame]:bg-raised [&_.player-frame]:px-4 [&_.player-frame]:py-3 [&_.player-frame]:text-sm',
  '[&_.player-frame]:before:text-base [&_.player-frame]:before:font-bold',
  "[&_.player-frame]:before:content-['Play_on_'attr(data-player)]",
].join(' ');

/**
 * What a member wrote, as HTML that the server made and sanitised: the one place where such HTML enters a page. Spoilers,
 * players and links inside it come to life here, by one listener for all of them.
 */
export const RichText = memo(function RichText({ html, className }: { html: string; className?: string | undefined }) {
  const router = useRouter();
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as Element;
    const spoiler = target.closest('span.spoiler, button.spoiler');
    if (spoiler) {
      const isOpen = spoiler.getAttribute('aria-expanded') === 'true';
      if (isOpen && target.closest('a')) return;
      // What is hidden must not be followed by accident.
      event.preventDefault();
      toggleSpoiler(spoiler, !isOpen);
      return;
    }
    if (!isPlain(event)) return;
    const frame = target.closest<HTMLElement>('.player-frame');
    if (frame) {
      if (openPlayer(frame)) event.preventDefault();
      return;
    }
    const link = target.closest('a');
    if (link && staysHere(link)) {
      event.preventDefault();
      router.history.push(link.pathname + link.search + link.hash);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as Element;
    if ((event.key !== 'Enter' && event.key !== ' ') || !target.matches('span.spoiler')) return;
    event.preventDefault();
    toggleSpoiler(target, target.getAttribute('aria-expanded') !== 'true');
  };
  return (
    // The listeners serve the buttons and links inside; the element itself does nothing.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes('prose', frameLook, className)}
      dangerouslySetInnerHTML={{ __html: html }}
      onClick={onClick}
      onKeyDown={onKeyDown}
    />
  );
});

function toggleSpoiler(spoiler: Element, open: boolean): void {
  spoiler.setAttribute('aria-expanded', String(open));
}

/** Puts the player into its place; nothing of it was loaded before. @returns false for an address that none has. */
function openPlayer(frame: HTMLElement): boolean {
  const source = URL.parse(frame.dataset['src'] ?? '');
  if (!source || source.protocol !== 'https:' || !frameHosts.has(source.host)) return false;
  const player = document.createElement('iframe');
  player.src = source.href;
  player.title = `${frame.dataset['player'] ?? 'Media'} player`;
  player.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  player.referrerPolicy = 'strict-origin-when-cross-origin';
  player.className = videoHosts.has(source.host)
    ? 'block aspect-video w-full rounded-control border-0'
    : 'block h-40 w-full rounded-control border-0';
  frame.replaceWith(player);
  player.focus();
  return true;
}

/** A plain click, not one that opens another tab. */
function isPlain(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey
  );
}

/** An address of the app itself. */
function staysHere(link: HTMLAnchorElement): boolean {
  return link.origin === location.origin && link.target !== '_blank' && !/^\/(api|files|dev)\//.test(link.pathname);
}
