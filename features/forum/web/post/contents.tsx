import type { MouseEvent } from 'react';
import type { Post } from '#features/forum/contract/endpoints.ts';
import { classes } from '#platform/web/ui/classes.ts';

/** A text has contents from so many headings and characters of HTML on. */
const LEAST = { headings: 3, length: 3000 };
/** Most headings that are listed. */
const MOST = 40;

/** A heading of a rendered text. */
export interface Heading {
  /** Its place among the headings of the text. */
  readonly place: number;
  /** 2 to 6. */
  readonly level: number;
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The headings of a long text, in order; empty for a short one. @param html as the server renders Markdown */
export function headingsIn(html: string): Heading[] {
  if (html.length < LEAST.length) return [];
  const found = [...html.matchAll(/<h([2-6])>(.*?)<\/h\1>/gs)].map(([, level, inside], place) => ({
    place,
    level: level!.charCodeAt(0) - 48,
    text: inside!
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]!)
      .trim(),
  }));
  return found.length < LEAST.headings ? [] : found.slice(0, MOST);
}

/** The contents of a long post: a list of links to its headings. */
export function Contents({ headings, className }: { headings: readonly Heading[]; className?: string }) {
  const top = Math.min(...headings.map(({ level }) => level));
  // Texts have no anchors: their headings would be named twice on a page of several.
  const go = (event: MouseEvent, place: number) => {
    const heading = document.querySelectorAll<HTMLElement>('#post-text .prose :is(h2, h3, h4, h5, h6)')[place];
    if (!heading) return;
    event.preventDefault();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  };
  return (
    <nav aria-label="Contents" className={classes('text-sm', className)}>
      <ol className="grid gap-0.5">
        {headings.map(({ place, level, text }) => (
          <li key={place} style={{ paddingInlineStart: `${Math.min(level - top, 3) * 0.75}rem` }}>
            <a
              className="touch-target relative block rounded-control px-2 py-1 text-soft hover:bg-hover hover:text-text"
              href={`#:~:text=${encodeURIComponent(text)}`}
              onClick={(event) => go(event, place)}
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The headings of a post that this reader sees whole. */
export const contentsOf = (post: Post): Heading[] => (post.cut === null ? headingsIn(post.html) : []);
