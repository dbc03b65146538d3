import { useRouter } from '@tanstack/react-router';
import { memo, type MouseEvent } from 'react';
import { classes } from '#web/ui/classes.ts';

/** Players that the server makes frames for; the page's policy allows no other. */
const frameHosts = new Set(['www.youtube-nocookie.com', 'player.vimeo.com', 'open.spotify.com', 'w.soundcloud.com']);
const videoHosts = new Set(['www.youtube-nocookie.com', 'player.vimeo.com']);

/**
 * What a member wrote, as HTML that the server made and sanitised: the one place where such HTML enters a page. Spoilers,
 * players and links inside it come to life here, by one listener for all of them.
 */
export const RichText = memo(function RichText({ html, className }: { html: string; className?: string | undefined }) {
  const router = useRouter();
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as Element;
    const spoiler = target.closest('.spoiler');
    if (spoiler && spoiler.tagName !== 'DETAILS' && !spoiler.closest('details.spoiler')) {
      const open = spoiler.getAttribute('aria-expanded') === 'true';
      // What is hidden must not be followed by accident.
      if (!open) event.preventDefault();
      if (!open || !target.closest('a')) spoiler.setAttribute('aria-expanded', String(!open));
      return;
    }
    const frame = target.closest<HTMLElement>('.player-frame');
    if (frame) {
      if (target.closest('a')) return;
      openPlayer(frame);
      return;
    }
    const link = target.closest('a');
    if (link && staysHere(event, link)) {
      event.preventDefault();
      router.history.push(link.pathname + link.search + link.hash);
    }
  };
  return (
    // The listener serves the buttons and links inside; the element itself does nothing.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div className={classes('prose', className)} dangerouslySetInnerHTML={{ __html: html }} onClick={onClick} />
  );
});

/** Puts the player into its place; nothing of it was loaded before. */
function openPlayer(frame: HTMLElement): void {
  const source = URL.parse(frame.dataset['src'] ?? '');
  if (!source || source.protocol !== 'https:' || !frameHosts.has(source.host)) return;
  const player = document.createElement('iframe');
  player.src = source.href;
  player.title = frame.dataset['title'] ?? frame.textContent?.trim() ?? 'Player';
  player.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  player.referrerPolicy = 'strict-origin-when-cross-origin';
  player.className = videoHosts.has(source.host)
    ? 'block aspect-video w-full rounded-control border-0'
    : 'block h-40 w-full rounded-control border-0';
  frame.replaceWith(player);
  player.focus();
}

/** A plain click on an address of the app itself. */
function staysHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  return link.origin === location.origin && link.target !== '_blank' && !/^\/(api|files|dev)\//.test(link.pathname);
}
