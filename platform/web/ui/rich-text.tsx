import { useRouter } from '@tanstack/react-router';
import { Fragment, type KeyboardEvent, memo, type MouseEvent, type ReactNode, useState } from 'react';
import { frameHosts } from '#platform/contract/text-limits.ts';
import { numberText } from '#platform/web/lib/page/page-data.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { parseUrl } from '#platform/web/lib/parse-url.ts';

const allHosts = new Set<string>(Object.values(frameHosts));
const videoHosts = new Set<string>([frameHosts.youtube, frameHosts.vimeo]);

/**
 * What a member wrote, as HTML that the server made and sanitised: the one place where such HTML enters a page. Spoilers,
 * players and links inside it come to life here, by one listener for all of them.
 */
export const RichText = memo(function RichText({ html, className }: { html: string; className?: string | undefined }) {
  const router = useRouter();
  const [shown, setShown] = useState(html);
  if (shown !== html && !isSame(shown, html)) setShown(html);
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as Element;
    const spoiler = target.closest('.spoiler[role=button]');
    if (spoiler) {
      // What is hidden must not be followed by accident.
      event.preventDefault();
      openSpoiler(spoiler);
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
    if ((event.key !== 'Enter' && event.key !== ' ') || !target.matches('.spoiler[role=button]')) return;
    event.preventDefault();
    openSpoiler(target);
  };
  return (
    // The listeners serve the buttons and links inside; the element itself does nothing.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes('prose', className)}
      dangerouslySetInnerHTML={{ __html: shown }}
      // The side of its lists and quotes; each paragraph goes by its own words (`base.css`).
      dir="auto"
      data-text={import.meta.env.SSR ? numberText(router.options.context.texts, html) : undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
      // The number is the server's alone.
      suppressHydrationWarning
    />
  );
});

/** A place of a file in a text, as the server marks it; browsers read it back without its line. */
const place = /<div data-file="([\da-f-]{36})"><\/div>\n?/;

/** A text whose files stand where its writer put them. @param renderFile what stands at the place of a file */
export function RichTextWithFiles({
  html,
  className,
  renderFile,
}: {
  html: string;
  className?: string | undefined;
  renderFile: (fileId: string) => ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {html
        .split(place)
        // Every second part is the id of a file, which stands once in a text.
        .map((part, index) =>
          index % 2 === 1 ? (
            <Fragment key={part}>{renderFile(part)}</Fragment>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            part.trim() !== '' && <RichText className={className} html={part} key={index} />
          ),
        )}
    </div>
  );
}

/**
 * Whether two texts have the same DOM, whether serialised by a browser or by the server: rendering again would close an
 * open spoiler and stop a player.
 */
function isSame(html: string, otherHtml: string): boolean {
  const [left, right] = [document.createElement('template'), document.createElement('template')];
  left.innerHTML = html;
  right.innerHTML = otherHtml;
  return left.innerHTML === right.innerHTML;
}

/** Once open it is text like any other: no button any more, and its links can be reached. */
function openSpoiler(spoiler: Element): void {
  const hadFocus = spoiler === document.activeElement;
  for (const name of ['role', 'aria-expanded', 'aria-label']) spoiler.removeAttribute(name);
  spoiler.setAttribute('tabindex', '-1');
  spoiler.classList.add('spoiler-open');
  if (!hadFocus) spoiler.removeAttribute('tabindex');
  else spoiler.addEventListener('blur', () => spoiler.removeAttribute('tabindex'), { once: true });
}

/** Puts the player into its place; nothing of it was loaded before. @returns false for an address that none has. */
function openPlayer(frame: HTMLElement): boolean {
  const source = parseUrl(frame.dataset['src'] ?? '');
  if (!source || source.protocol !== 'https:' || !allHosts.has(source.host)) return false;
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
